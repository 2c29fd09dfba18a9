import type { ExpenseCategory } from '../expense-categories.ts';

/**
 * Merchants of the United States whose names stand in bank statements, by category. After a colon come other beginnings of a statement's
 * text, without punctuation. Chains that sell much of everything are under what most people buy there.
 */
export const MERCHANTS: Record<Exclude<ExpenseCategory, 'Other'>, string> = {
  Groceries: `
    Safeway
    Albertsons
    Vons
    Pavilions
    Jewel-Osco: jewel
    Acme Markets: acme mkt
    Shaw’s
    Kroger
    Ralphs
    Fred Meyer: fred meyer, fredmeyer
    King Soopers
    City Market
    Smith’s Food & Drug: smiths food, smiths
    Fry’s Food: frys food
    Harris Teeter
    QFC
    Mariano’s
    Dillons
    Food 4 Less: foods 4 less
    Publix
    H-E-B: heb
    Central Market
    Whole Foods Market: whole foods, wholefds, wfm
    Trader Joe’s: trader joe
    Aldi
    Lidl
    Costco: costco whse
    Sam’s Club: sams club, samsclub
    BJ’s Wholesale: bjs wholesale, bjs whsle
    Wegmans
    Giant Food: giant food, giant
    Giant Eagle
    Stop & Shop: stop and shop
    Food Lion
    Hannaford
    Meijer
    Hy-Vee: hyvee
    WinCo Foods: winco
    Grocery Outlet
    Sprouts Farmers Market: sprouts
    Natural Grocers
    New Seasons Market: new seasons
    Market of Choice
    Stater Bros
    Save Mart
    Raley’s
    Lucky Supermarkets: lucky
    Smart & Final: smart and final, smart final
    Winn-Dixie
    Piggly Wiggly
    Ingles Markets: ingles
    Price Chopper
    Market Basket
    ShopRite
    Fairway Market
    Key Food
    Food Bazaar
    Weis Markets: weis
    Save A Lot
    Schnucks
    Cub Foods: cub foods
    Brookshire’s
    H Mart: hmart
    99 Ranch Market: 99 ranch
    Instacart: instacart, ic instacart
    Fresh Direct
    Misfits Market
    Thrive Market
  `,
  Dining: `
    Starbucks: starbucks store
    Dunkin’: dunkin, dunkin donuts
    Peet’s Coffee: peets
    Dutch Bros: dutch bros coffee
    Caribou Coffee
    Tim Hortons
    Blue Bottle Coffee: blue bottle
    Philz Coffee: philz
    Krispy Kreme
    Einstein Bros Bagels: einstein bros, einstein bagels
    McDonald’s: mcdonald
    Burger King
    Wendy’s
    Jack in the Box
    Carl’s Jr: carls jr
    Hardee’s
    In-N-Out Burger: in n out
    Five Guys
    Shake Shack
    Whataburger
    Culver’s
    Sonic Drive-In: sonic drive in, sonic
    Dairy Queen
    Arby’s
    White Castle
    Checkers
    Chick-fil-A: chick fil a
    KFC
    Popeyes
    Raising Cane’s: raising canes
    Zaxby’s
    Wingstop
    Buffalo Wild Wings: buffalo wild wings, bww
    Bojangles
    El Pollo Loco
    Taco Bell
    Del Taco
    Chipotle: chipotle mexican grill
    Qdoba
    Moe’s Southwest Grill: moes southwest
    Subway
    Jimmy John’s
    Jersey Mike’s
    Firehouse Subs
    Potbelly
    Quiznos
    Panera Bread: panera
    Domino’s: dominos pizza
    Pizza Hut
    Papa John’s
    Little Caesars
    Papa Murphy’s
    Blaze Pizza
    MOD Pizza
    Panda Express
    P.F. Chang’s: pf changs
    Noodles & Company: noodles and co, noodles co
    Sweetgreen
    Cava: cava grill
    Olive Garden
    Red Lobster
    Outback Steakhouse: outback
    Texas Roadhouse
    LongHorn Steakhouse: longhorn steak
    Applebee’s
    Chili’s
    TGI Fridays
    Red Robin
    Cracker Barrel
    IHOP
    Denny’s
    Waffle House
    Cheesecake Factory: the cheesecake factory
    Baskin-Robbins
    Jamba: jamba juice
    Smoothie King
    DoorDash: doordash
    Uber Eats: ubereats, uber eats
    Grubhub
    Postmates
  `,
  Transportation: `
    Uber: uber trip
    Lyft: lyft ride
    7-Eleven: 7 eleven, 7 11
    Shell: shell oil, shell service
    Chevron
    ExxonMobil: exxon, mobil
    BP
    Arco: arco ampm
    76: union 76, 76 fuel
    Texaco
    Sunoco
    Citgo
    Marathon: marathon petro
    Speedway
    Valero
    Phillips 66
    Conoco
    Sinclair
    Gulf Oil
    Circle K
    Wawa
    Sheetz
    QuikTrip: qt, quiktrip
    RaceTrac
    Casey’s: caseys gen
    Kwik Trip
    Cumberland Farms
    Pilot Travel Centers: pilot
    Love’s Travel Stops: loves travel
    Flying J
    Buc-ee’s
    Maverik
    Murphy USA
    TriMet: trimet
    MTA: mta nyct, mta metrocard
    OMNY: mta omny
    BART: bart clipper
    Clipper
    Caltrain
    LA Metro: la metro tap
    CTA: cta ventra, ventra
    Metra
    SEPTA
    MBTA
    WMATA: wmata, smartrip
    NJ Transit
    King County Metro: orca
    E-ZPass: ezpass, e zpass
    FasTrak
    SunPass
    ParkMobile
    PayByPhone
    SpotHero
    LAZ Parking
    Lime: lime ride
    Zipcar
    Turo
    Hertz
    Avis
    Enterprise Rent-A-Car: enterprise rent
    Budget Rent a Car: budget rent
    National Car Rental
    Jiffy Lube
    Valvoline
    Les Schwab
    Discount Tire
    Firestone
    Pep Boys
    AutoZone
    O’Reilly Auto Parts: oreilly auto
    Advance Auto Parts
    NAPA Auto Parts: napa auto
    ChargePoint
    EVgo
    Electrify America
    Tesla Supercharger
  `,
  Entertainment: `
    Netflix
    Hulu
    Disney+: disney plus, disneyplus
    HBO Max
    Paramount+: paramount plus
    Peacock
    Apple TV
    YouTube: google youtube, youtubepremium
    Spotify: spotify usa
    Pandora
    SiriusXM
    Audible
    Twitch
    Steam: steamgames, steam games, valve
    PlayStation: playstation network
    Xbox: microsoft xbox
    Nintendo
    Roblox
    Epic Games
    AMC Theatres: amc
    Regal Cinemas: regal
    Cinemark
    Alamo Drafthouse
    Fandango
    Ticketmaster
    StubHub
    SeatGeek
    Eventbrite
    Live Nation
    Dave & Buster’s: dave and busters, dave busters
    Topgolf
    Patreon
    Substack
    New York Times: nytimes
    Washington Post
    Wall Street Journal: wsj
  `,
  Housing: `
    The Home Depot: home depot, homedepot
    Lowe’s
    Ace Hardware
    Menards
    True Value
    IKEA
    Wayfair
    Ashley Furniture
    Crate & Barrel: crate and barrel
    Pottery Barn
    West Elm
    HomeGoods
    Bed Bath & Beyond: bed bath and beyond, bed bath beyond
    The Container Store: container store
    Public Storage
    Extra Space Storage
    U-Haul: uhaul
  `,
  Utilities: `
    AT&T: att, atandt
    Verizon: verizon wireless, vzwrlss, vz wireless
    T-Mobile: t mobile, tmobile
    Mint Mobile
    Cricket Wireless: cricket
    Metro by T-Mobile: metropcs, metro by t mobile
    Boost Mobile
    US Cellular
    Google Fi: google fi, google google fi
    Xfinity: comcast
    Spectrum: charter comm, spectrum
    Cox Communications: cox comm
    CenturyLink
    Frontier Communications: frontier comm
    Optimum
    Ziply Fiber
    Starlink
    Dish Network
    DirecTV
    PG&E: pgande, pacific gas and electric, pacific gas electric
    Southern California Edison: so cal edison, sce
    SoCalGas: so cal gas, socalgas
    SDG&E: sdgande, sdge
    Portland General Electric: portland general
    Pacific Power
    NW Natural: nw natural, northwest natural
    Puget Sound Energy
    Con Edison: con ed, coned
    National Grid
    PSEG
    Duke Energy
    Dominion Energy
    Georgia Power
    Florida Power & Light: fpl
    ComEd
    DTE Energy: dte
    Consumers Energy
    Xcel Energy: xcel
    Waste Management
    Republic Services
  `,
  Healthcare: `
    CVS: cvs pharmacy
    Walgreens
    Rite Aid
    Duane Reade
    Bartell Drugs
    Kaiser Permanente: kaiser
    Labcorp
    Quest Diagnostics: quest diag
    Zocdoc
    GoodRx
    Warby Parker
    LensCrafters
    America’s Best
    1-800 Contacts
    Aspen Dental
    BetterHelp
    Talkspace
    One Medical
    Hims
    ZoomCare
    MinuteClinic
  `,
  Education: `
    Coursera
    Udemy
    edX
    Skillshare
    MasterClass
    Duolingo
    Chegg
    Khan Academy
    LinkedIn Learning
    Kumon
    Codecademy
    Rosetta Stone
    Quizlet
    Scholastic
  `,
  Shopping: `
    Amazon: amzn, amzn mktp, amazon mktpl, amzn digital
    Walmart: wal mart, wm supercenter, wmt
    Target
    Best Buy
    eBay
    Etsy
    Temu
    Shein
    AliExpress
    Macy’s
    Nordstrom
    Nordstrom Rack
    Kohl’s
    JCPenney: jc penney
    Bloomingdale’s
    Saks Fifth Avenue: saks
    TJ Maxx: tjmaxx, tj maxx
    Marshalls
    Ross Stores: ross, ross dress for less
    Burlington
    Old Navy
    Gap
    Banana Republic
    J.Crew: jcrew, j crew
    H&M: hm, h and m
    Zara
    Uniqlo
    Forever 21
    Urban Outfitters
    Anthropologie
    American Eagle
    Levi’s
    Nike
    Adidas
    Foot Locker
    DSW
    Lululemon
    Patagonia
    REI: rei com
    Dick’s Sporting Goods: dicks sporting
    Big 5 Sporting Goods: big 5
    Academy Sports
    Bass Pro Shops: bass pro
    Cabela’s
    Apple Store: apple store
    Micro Center
    GameStop
    Office Depot
    Staples
    Michaels: michaels stores
    Joann
    Hobby Lobby
    Dollar Tree
    Dollar General
    Family Dollar
    Five Below
    Big Lots
    Goodwill
    Barnes & Noble: barnes and noble, barnes noble
    Powell’s Books: powells
    Petco
    PetSmart
    Chewy
    Bath & Body Works: bath and body works, bath body works
    Victoria’s Secret
    Party City
    Tractor Supply: tractor supply
  `,
  'Personal Care': `
    Sephora
    Ulta Beauty: ulta
    Sally Beauty
    Great Clips
    Supercuts
    Sport Clips
    Massage Envy
    European Wax Center
    Planet Fitness
    24 Hour Fitness
    LA Fitness
    Equinox
    Anytime Fitness
    Gold’s Gym
    Crunch Fitness
    Orangetheory
    CorePower Yoga
    ClassPass
    Peloton
    YMCA
    Dollar Shave Club
    Harry’s
  `,
  Travel: `
    Airbnb
    Vrbo
    Booking.com: booking com
    Expedia
    Hotels.com: hotels com
    Priceline
    Kayak
    Marriott
    Hilton
    Hyatt
    Holiday Inn
    Hampton Inn
    Best Western
    Motel 6
    La Quinta
    Delta Air Lines: delta air, delta
    United Airlines: united
    American Airlines: american air
    Southwest Airlines: southwest, southwes
    Alaska Airlines: alaska air
    JetBlue
    Spirit Airlines: spirit airl
    Frontier Airlines: frontier airl
    Hawaiian Airlines: hawaiian air
    Amtrak
    Greyhound
    FlixBus
    BoltBus
    Carnival Cruise Line: carnival cruise
    Royal Caribbean
    TSA PreCheck
  `,
};
