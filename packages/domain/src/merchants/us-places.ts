/** In two letters, as statements end with them. */
export const US_STATES: ReadonlySet<string> = new Set(
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy'.split(
    ' ',
  ),
);

/** The largest cities, and places whose names stand in many statements. */
export const US_CITIES: ReadonlySet<string> = new Set(
  `new york, brooklyn, queens, bronx, manhattan, los angeles, chicago, houston, phoenix, philadelphia, san antonio, san diego, dallas,
  jacksonville, austin, fort worth, san jose, columbus, charlotte, indianapolis, san francisco, seattle, denver, oklahoma city, nashville,
  washington, el paso, las vegas, boston, detroit, portland, louisville, memphis, baltimore, milwaukee, albuquerque, tucson, fresno,
  sacramento, mesa, atlanta, kansas city, colorado springs, omaha, raleigh, miami, virginia beach, long beach, oakland, minneapolis,
  bakersfield, tulsa, tampa, arlington, wichita, aurora, new orleans, cleveland, honolulu, anaheim, henderson, orlando, lexington, stockton,
  riverside, corpus christi, irvine, cincinnati, santa ana, newark, saint paul, st paul, pittsburgh, greensboro, durham, lincoln,
  jersey city, plano, anchorage, north las vegas, st louis, saint louis, madison, chandler, gilbert, reno, buffalo, chula vista, fort wayne,
  lubbock, toledo, st petersburg, laredo, irving, chesapeake, glendale, winston salem, scottsdale, garland, boise, norfolk, spokane,
  richmond, fremont, huntsville, frisco, cape coral, santa clarita, san bernardino, tacoma, hialeah, modesto, fontana, mckinney,
  moreno valley, des moines, fayetteville, salt lake city, yonkers, worcester, rochester, sioux falls, little rock, amarillo, tallahassee,
  grand prairie, columbus, augusta, peoria, oxnard, knoxville, overland park, birmingham, grand rapids, vancouver, montgomery,
  huntington beach, providence, brownsville, tempe, akron, chattanooga, fort lauderdale, newport news, mobile, ontario, clarksville,
  cary, elk grove, shreveport, eugene, salem, santa rosa, eugene, beaverton, gresham, hillsboro, bend, pasadena, cambridge, somerville,
  berkeley, santa monica, palo alto, mountain view, sunnyvale, cupertino, redwood city, bellevue, redmond, kirkland, everett, boulder,
  fort collins, ann arbor, evanston, naperville, hoboken, stamford, new haven, hartford, burlington, albany, syracuse, savannah, charleston`
    .split(',')
    .map((name) => name.trim().replaceAll(/\s+/g, ' ')),
);
