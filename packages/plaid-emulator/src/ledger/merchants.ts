import type { DetailedCategory } from './category.ts';

/** What a purchase costs: one of some fixed prices, or anything in a range. Whole cents. */
type Price = { menu: readonly number[] } | { from: number; to: number };

export type Channel = 'in store' | 'online';

/** A shop where the people of the test banks spend money. */
export interface Merchant {
  /** Unique among all merchants; the stable `merchant_entity_id` is derived from it. */
  key: string;
  name: string;
  /** How the bank prints it. */
  descriptor: string;
  category: DetailedCategory;
  channel: Channel;
  website: string | null;
  price: Price;
  /** How often it is chosen, compared with others that fit. */
  weight: number;
  /** At most this many purchases in one week. */
  weeklyLimit: number;
  /** Sit-down places: the pending amount has no tip yet. */
  tipped: boolean;
  /** Goods that people bring back. */
  refundable: boolean;
}

type Traits = Partial<Pick<Merchant, 'weeklyLimit' | 'tipped' | 'refundable' | 'website' | 'channel'>>;

/** A merchant with the usual traits: in store, no website, two visits a week, no tip, no returns. */
export function merchant(
  key: string,
  name: string,
  descriptor: string,
  category: DetailedCategory,
  price: Price,
  weight: number,
  traits: Traits = {},
): Merchant {
  return {
    key,
    name,
    descriptor,
    category,
    price,
    weight,
    channel: 'in store',
    website: null,
    weeklyLimit: 2,
    tipped: false,
    refundable: false,
    ...traits,
  };
}

/** The lowest price of a merchant, in cents. */
export function lowestPrice({ price }: Merchant): number {
  return 'menu' in price ? Math.min(...price.menu) : price.from;
}

const online = { channel: 'online' } as const;

/** Shops found in every city. */
export const nationalMerchants: readonly Merchant[] = [
  merchant(
    'apple',
    'Apple',
    'APPLE.COM/BILL 866-712-7753 CA',
    'ENTERTAINMENT_VIDEO_GAMES',
    { menu: [99, 199, 299] },
    4,
    { ...online, website: 'apple.com' },
  ),
  merchant(
    'google-play',
    'Google Play',
    'GOOGLE *GOOGLE PLAY G.CO/HELPPAY#',
    'ENTERTAINMENT_VIDEO_GAMES',
    { menu: [99, 149, 249] },
    2,
    { ...online, website: 'play.google.com' },
  ),
  merchant(
    'kindle',
    'Kindle',
    'KINDLE SVCS*AMZN.COM/BILL WA',
    'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    { menu: [199, 299, 499] },
    1.5,
    { ...online, website: 'amazon.com', weeklyLimit: 1 },
  ),
  merchant(
    'canteen',
    'Canteen Vending',
    'CANTEEN VENDING 800-357-0012',
    'FOOD_AND_DRINK_VENDING_MACHINES',
    { menu: [150, 175, 200, 225] },
    6,
    { weeklyLimit: 4 },
  ),
  merchant(
    'coca-cola',
    'Coca-Cola Vending',
    'CTLP*COCA-COLA BEV',
    'FOOD_AND_DRINK_VENDING_MACHINES',
    { menu: [200, 225, 250] },
    3,
  ),
  merchant(
    'seven-eleven',
    '7-Eleven',
    '7-ELEVEN 35821',
    'GENERAL_MERCHANDISE_CONVENIENCE_STORES',
    { from: 189, to: 575 },
    4,
    { website: '7-eleven.com' },
  ),
  merchant(
    'circle-k',
    'Circle K',
    'CIRCLE K 08714',
    'GENERAL_MERCHANDISE_CONVENIENCE_STORES',
    { from: 169, to: 620 },
    2,
    { website: 'circlek.com' },
  ),
  merchant(
    'starbucks',
    'Starbucks',
    'STARBUCKS STORE 05421',
    'FOOD_AND_DRINK_COFFEE',
    { menu: [345, 395, 425, 475, 525, 595] },
    5,
    { weeklyLimit: 3, website: 'starbucks.com' },
  ),
  merchant(
    'dunkin',
    "Dunkin'",
    'DUNKIN #341207',
    'FOOD_AND_DRINK_COFFEE',
    { menu: [229, 279, 329, 389, 449] },
    4,
    { website: 'dunkindonuts.com' },
  ),
  merchant(
    'parkmobile',
    'ParkMobile',
    'PARKMOBILE PARKING',
    'TRANSPORTATION_PARKING',
    { from: 135, to: 325 },
    3,
    { ...online, website: 'parkmobile.io' },
  ),
  merchant(
    'lime',
    'Lime',
    'LIM*RIDE COST LIME',
    'TRANSPORTATION_BIKES_AND_SCOOTERS',
    { from: 265, to: 545 },
    2,
    { ...online, website: 'li.me' },
  ),
  merchant(
    'usps',
    'USPS',
    'USPS PO 0568430',
    'GENERAL_SERVICES_POSTAGE_AND_SHIPPING',
    { from: 78, to: 595 },
    1,
    { weeklyLimit: 1, website: 'usps.com' },
  ),
  merchant(
    'fedex-office',
    'FedEx Office',
    'FEDEX OFFIC52300',
    'GENERAL_MERCHANDISE_OFFICE_SUPPLIES',
    { from: 65, to: 420 },
    0.8,
    { weeklyLimit: 1, website: 'fedex.com' },
  ),
  merchant(
    'dollar-tree',
    'Dollar Tree',
    'DOLLAR TREE 4417',
    'GENERAL_MERCHANDISE_DISCOUNT_STORES',
    { from: 135, to: 675 },
    1.5,
    { weeklyLimit: 1, website: 'dollartree.com' },
  ),
  merchant(
    'washconnect',
    'WashConnect',
    'WASHCONNECT LAUNDRY',
    'PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING',
    { menu: [225, 275, 350, 450] },
    3,
    { weeklyLimit: 2 },
  ),
  merchant(
    'mcdonalds',
    "McDonald's",
    'MCDONALDS F31275',
    'FOOD_AND_DRINK_FAST_FOOD',
    { from: 229, to: 899 },
    2.5,
    { website: 'mcdonalds.com' },
  ),
  merchant(
    'taco-bell',
    'Taco Bell',
    'TACO BELL 032118',
    'FOOD_AND_DRINK_FAST_FOOD',
    { from: 199, to: 849 },
    2,
    { website: 'tacobell.com' },
  ),
  merchant('subway', 'Subway', 'SUBWAY 20514', 'FOOD_AND_DRINK_FAST_FOOD', { from: 649, to: 1049 }, 2, {
    website: 'subway.com',
  }),
  merchant(
    'panda',
    'Panda Express',
    'PANDA EXPRESS #1129',
    'FOOD_AND_DRINK_FAST_FOOD',
    { from: 899, to: 1175 },
    2,
    { weeklyLimit: 1, website: 'pandaexpress.com' },
  ),
  merchant('chipotle', 'Chipotle', 'CHIPOTLE 1842', 'FOOD_AND_DRINK_FAST_FOOD', { from: 995, to: 1365 }, 3, {
    website: 'chipotle.com',
  }),
  merchant(
    'panera',
    'Panera Bread',
    'PANERA BREAD #601374',
    'FOOD_AND_DRINK_RESTAURANT',
    { from: 749, to: 1299 },
    2,
    { website: 'panerabread.com' },
  ),
  merchant(
    'sweetgreen',
    'Sweetgreen',
    'SWEETGREEN 0214',
    'FOOD_AND_DRINK_RESTAURANT',
    { from: 1245, to: 1595 },
    2,
    { website: 'sweetgreen.com' },
  ),
  merchant(
    'shake-shack',
    'Shake Shack',
    'SHAKE SHACK 1108',
    'FOOD_AND_DRINK_FAST_FOOD',
    { from: 879, to: 1780 },
    1.5,
    { weeklyLimit: 1, website: 'shakeshack.com' },
  ),
  merchant(
    'doordash',
    'DoorDash',
    'DD *DOORDASH 855-973-1040',
    'FOOD_AND_DRINK_RESTAURANT',
    { from: 1890, to: 3480 },
    2.5,
    { ...online, website: 'doordash.com' },
  ),
  merchant(
    'trader-joes',
    "Trader Joe's",
    "TRADER JOE'S #0236",
    'FOOD_AND_DRINK_GROCERIES',
    { from: 1290, to: 3680 },
    9,
    { weeklyLimit: 2, website: 'traderjoes.com' },
  ),
  merchant('safeway', 'Safeway', 'SAFEWAY #1507', 'FOOD_AND_DRINK_GROCERIES', { from: 640, to: 4200 }, 6, {
    website: 'safeway.com',
  }),
  merchant(
    'whole-foods',
    'Whole Foods Market',
    'WHOLEFDS MKT 10145',
    'FOOD_AND_DRINK_GROCERIES',
    { from: 780, to: 3890 },
    4,
    { weeklyLimit: 1, website: 'wholefoodsmarket.com' },
  ),
  merchant('aldi', 'ALDI', 'ALDI 74093', 'FOOD_AND_DRINK_GROCERIES', { from: 920, to: 3600 }, 3, {
    weeklyLimit: 1,
    website: 'aldi.us',
  }),
  merchant(
    'costco',
    'Costco',
    'COSTCO WHSE #0144',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    { from: 3800, to: 9800 },
    2,
    { weeklyLimit: 1, website: 'costco.com' },
  ),
  merchant(
    'total-wine',
    'Total Wine & More',
    'TOTAL WINE AND MORE 3104',
    'FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR',
    { from: 1099, to: 4800 },
    1.2,
    { weeklyLimit: 1, website: 'totalwine.com' },
  ),
  merchant(
    'walgreens',
    'Walgreens',
    'WALGREENS #6625',
    'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    { from: 459, to: 2190 },
    2,
    { weeklyLimit: 1, website: 'walgreens.com' },
  ),
  merchant(
    'cvs',
    'CVS',
    'CVS/PHARMACY #10382',
    'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    { from: 389, to: 2490 },
    2,
    { weeklyLimit: 1, website: 'cvs.com' },
  ),
  merchant(
    'one-medical',
    'One Medical',
    'ONE MEDICAL GROUP',
    'MEDICAL_PRIMARY_CARE',
    { menu: [2500, 3000, 4000] },
    0.6,
    { weeklyLimit: 1, website: 'onemedical.com' },
  ),
  merchant(
    'warby-parker',
    'Warby Parker',
    'WARBY PARKER',
    'MEDICAL_EYE_CARE',
    { menu: [9500, 14500, 19500] },
    0.35,
    { weeklyLimit: 1, website: 'warbyparker.com' },
  ),
  merchant(
    'uber',
    'Uber',
    'UBER *TRIP HELP.UBER.COM',
    'TRANSPORTATION_TAXIS_AND_RIDE_SHARES',
    { from: 895, to: 2680 },
    3,
    { ...online, website: 'uber.com' },
  ),
  merchant('lyft', 'Lyft', 'LYFT *RIDE', 'TRANSPORTATION_TAXIS_AND_RIDE_SHARES', { from: 845, to: 2450 }, 2, {
    ...online,
    website: 'lyft.com',
  }),
  merchant('shell', 'Shell', 'SHELL OIL 57444213', 'TRANSPORTATION_GAS', { from: 2450, to: 4680 }, 3, {
    weeklyLimit: 1,
    website: 'shell.us',
  }),
  merchant('chevron', 'Chevron', 'CHEVRON 0093418', 'TRANSPORTATION_GAS', { from: 2380, to: 4890 }, 2, {
    weeklyLimit: 1,
    website: 'chevron.com',
  }),
  merchant(
    'autozone',
    'AutoZone',
    'AUTOZONE #4423',
    'GENERAL_SERVICES_AUTOMOTIVE',
    { from: 1299, to: 8900 },
    0.6,
    { weeklyLimit: 1, website: 'autozone.com' },
  ),
  merchant(
    'target',
    'Target',
    'TARGET 00014712',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    { from: 780, to: 6400 },
    4,
    { refundable: true, weeklyLimit: 1, website: 'target.com' },
  ),
  merchant(
    'walmart',
    'Walmart',
    'WAL-MART #2516',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    { from: 640, to: 5900 },
    2.5,
    { refundable: true, weeklyLimit: 1, website: 'walmart.com' },
  ),
  merchant(
    'amazon',
    'Amazon',
    'AMAZON MKTPL*AMZN.COM/BILL WA',
    'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    { from: 799, to: 8999 },
    5,
    { ...online, refundable: true, website: 'amazon.com' },
  ),
  merchant(
    'etsy',
    'Etsy',
    'ETSY.COM*SHOP 718-855-7955 NY',
    'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    { from: 1200, to: 5800 },
    1,
    { ...online, refundable: true, weeklyLimit: 1, website: 'etsy.com' },
  ),
  merchant(
    'best-buy',
    'Best Buy',
    'BEST BUY 00010546',
    'GENERAL_MERCHANDISE_ELECTRONICS',
    { from: 1299, to: 19900 },
    1,
    { refundable: true, weeklyLimit: 1, website: 'bestbuy.com' },
  ),
  merchant(
    'uniqlo',
    'Uniqlo',
    'UNIQLO USA',
    'GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES',
    { from: 1990, to: 8970 },
    1.5,
    { refundable: true, weeklyLimit: 1, website: 'uniqlo.com' },
  ),
  merchant(
    'old-navy',
    'Old Navy',
    'OLD NAVY US 6341',
    'GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES',
    { from: 1499, to: 7900 },
    1.5,
    { refundable: true, weeklyLimit: 1, website: 'oldnavy.gap.com' },
  ),
  merchant(
    'nordstrom-rack',
    'Nordstrom Rack',
    'NORDSTROM-RACK #0372',
    'GENERAL_MERCHANDISE_DEPARTMENT_STORES',
    { from: 2497, to: 12900 },
    1,
    { refundable: true, weeklyLimit: 1, website: 'nordstromrack.com' },
  ),
  merchant('rei', 'REI', 'REI #80 ', 'GENERAL_MERCHANDISE_SPORTING_GOODS', { from: 1895, to: 15500 }, 1, {
    refundable: true,
    weeklyLimit: 1,
    website: 'rei.com',
  }),
  merchant(
    'petsmart',
    'PetSmart',
    'PETSMART # 0472',
    'GENERAL_MERCHANDISE_PET_SUPPLIES',
    { from: 1490, to: 5200 },
    0.8,
    { weeklyLimit: 1, website: 'petsmart.com' },
  ),
  merchant(
    'michaels',
    'Michaels',
    'MICHAELS STORES 3041',
    'GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES',
    { from: 650, to: 3200 },
    1,
    { weeklyLimit: 1, website: 'michaels.com' },
  ),
  merchant(
    'barnes-noble',
    'Barnes & Noble',
    'BARNES & NOBLE #2104',
    'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    { from: 1199, to: 3450 },
    1.2,
    { refundable: true, weeklyLimit: 1, website: 'barnesandnoble.com' },
  ),
  merchant(
    'home-depot',
    'The Home Depot',
    'THE HOME DEPOT #0642',
    'HOME_IMPROVEMENT_HARDWARE',
    { from: 890, to: 8600 },
    1.2,
    { refundable: true, weeklyLimit: 1, website: 'homedepot.com' },
  ),
  merchant('ikea', 'IKEA', 'IKEA 215', 'HOME_IMPROVEMENT_FURNITURE', { from: 1999, to: 15900 }, 0.7, {
    refundable: true,
    weeklyLimit: 1,
    website: 'ikea.com',
  }),
  merchant(
    'amc',
    'AMC Theatres',
    'AMC 0551 ONLINE',
    'ENTERTAINMENT_TV_AND_MOVIES',
    { from: 1499, to: 2850 },
    1.5,
    { weeklyLimit: 1, website: 'amctheatres.com' },
  ),
  merchant(
    'ticketmaster',
    'Ticketmaster',
    'TICKETMASTER',
    'ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS',
    { from: 4500, to: 15800 },
    0.8,
    { ...online, weeklyLimit: 1, website: 'ticketmaster.com' },
  ),
  merchant(
    'steam',
    'Steam',
    'STEAMGAMES.COM 425-952-2985 WA',
    'ENTERTAINMENT_VIDEO_GAMES',
    { menu: [499, 999, 1499, 1999, 2999] },
    0.8,
    { ...online, weeklyLimit: 1, website: 'steampowered.com' },
  ),
  merchant(
    'supercuts',
    'Supercuts',
    'SUPERCUTS 90741',
    'PERSONAL_CARE_HAIR_AND_BEAUTY',
    { from: 2200, to: 3400 },
    1,
    { weeklyLimit: 1, website: 'supercuts.com' },
  ),
  merchant(
    'udemy',
    'Udemy',
    'UDEMY ONLINE COURSES',
    'GENERAL_SERVICES_EDUCATION',
    { menu: [1299, 1499, 1999] },
    0.5,
    { ...online, weeklyLimit: 1, website: 'udemy.com' },
  ),
  merchant(
    'red-cross',
    'American Red Cross',
    'AMERICAN RED CROSS',
    'GOVERNMENT_AND_NON_PROFIT_DONATIONS',
    { menu: [1000, 1500, 2500] },
    0.5,
    { ...online, weeklyLimit: 1, website: 'redcross.org' },
  ),
];

/** Where a trip begins and what it costs while it lasts. */
export const airlines: readonly Merchant[] = [
  merchant(
    'southwest',
    'Southwest Airlines',
    'SOUTHWES 5262415577310',
    'TRAVEL_FLIGHTS',
    { from: 15800, to: 23800 },
    1,
    { ...online, website: 'southwest.com' },
  ),
  merchant(
    'alaska-air',
    'Alaska Airlines',
    'ALASKA AIR 0272114418',
    'TRAVEL_FLIGHTS',
    { from: 16400, to: 24600 },
    1,
    { ...online, website: 'alaskaair.com' },
  ),
  merchant(
    'delta',
    'Delta Air Lines',
    'DELTA AIR 0062347719',
    'TRAVEL_FLIGHTS',
    { from: 17200, to: 25400 },
    1,
    { ...online, website: 'delta.com' },
  ),
];

export const lodgings: readonly Merchant[] = [
  merchant('airbnb', 'Airbnb', 'AIRBNB * HMX4K2', 'TRAVEL_LODGING', { from: 18500, to: 27500 }, 1, {
    ...online,
    website: 'airbnb.com',
  }),
  merchant('hilton', 'Hilton', 'HILTON GARDEN INN', 'TRAVEL_LODGING', { from: 19800, to: 28900 }, 1, {
    website: 'hilton.com',
  }),
  merchant('marriott', 'Marriott', 'COURTYARD BY MARRIOTT', 'TRAVEL_LODGING', { from: 19200, to: 27900 }, 1, {
    website: 'marriott.com',
  }),
];

export const carRental: Merchant = merchant(
  'hertz',
  'Hertz',
  'HERTZ RENT-A-CAR',
  'TRAVEL_RENTAL_CARS',
  { from: 8900, to: 13900 },
  1,
  { website: 'hertz.com' },
);

/** Paid once a month on the same day, always the same amount. */
export const subscriptions = {
  spotify: merchant(
    'spotify',
    'Spotify',
    'SPOTIFY USA 877-7781161 NY',
    'ENTERTAINMENT_MUSIC_AND_AUDIO',
    { menu: [1199] },
    1,
    { ...online, website: 'spotify.com' },
  ),
  netflix: merchant(
    'netflix',
    'Netflix',
    'NETFLIX.COM LOS GATOS CA',
    'ENTERTAINMENT_TV_AND_MOVIES',
    { menu: [799] },
    1,
    { ...online, website: 'netflix.com' },
  ),
  hulu: merchant('hulu', 'Hulu', 'HULU 877-8244858 CA', 'ENTERTAINMENT_TV_AND_MOVIES', { menu: [999] }, 1, {
    ...online,
    website: 'hulu.com',
  }),
  icloud: merchant(
    'icloud',
    'Apple iCloud',
    'APPLE.COM/BILL ICLOUD+',
    'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    { menu: [299] },
    1,
    { ...online, website: 'icloud.com' },
  ),
  newspaper: merchant(
    'nytimes',
    'The New York Times',
    'NYTIMES*NYTIMES DISC',
    'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    { menu: [400] },
    1,
    { ...online, website: 'nytimes.com' },
  ),
  gym: merchant(
    'planet-fitness',
    'Planet Fitness',
    'PLANET FIT CLUB FEES',
    'PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS',
    { menu: [1500] },
    1,
    { website: 'planetfitness.com' },
  ),
  audible: merchant(
    'audible',
    'Audible',
    'AUDIBLE*MEMBERSHIP',
    'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    { menu: [795] },
    1,
    { ...online, website: 'audible.com' },
  ),
} as const;
