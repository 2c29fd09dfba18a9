import type { Category } from './category.ts';

/** Fixed prices, or a range. */
type Price = { menu: readonly number[] } | { from: number; to: number };

export type Channel = 'in store' | 'online';

export interface Merchant {
  /** Unique, and the same at every bank. */
  key: string;
  name: string;
  descriptor: string;
  category: Category;
  channel: Channel;
  website: string | null;
  price: Price;
  weight: number;
  weeklyLimit: number;
  /** The pending amount has no tip. */
  tipped: boolean;
  refundable: boolean;
}

type Traits = Partial<Pick<Merchant, 'weeklyLimit' | 'tipped' | 'refundable' | 'website' | 'channel'>>;

/** Defaults: in store, no website, two purchases a week, no tip, no returns. */
export function merchant(
  key: string,
  name: string,
  descriptor: string,
  category: Category,
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

export function lowestPrice({ price }: Merchant): number {
  return 'menu' in price ? Math.min(...price.menu) : price.from;
}

const online = { channel: 'online' } as const;

/** Found in every city. */
export const nationalMerchants: readonly Merchant[] = [
  merchant('apple', 'Apple', 'APPLE.COM/BILL 866-712-7753 CA', 'video games', { menu: [99, 199, 299] }, 4, {
    ...online,
    website: 'apple.com',
  }),
  merchant(
    'google-play',
    'Google Play',
    'GOOGLE *GOOGLE PLAY G.CO/HELPPAY#',
    'video games',
    { menu: [99, 149, 249] },
    2,
    { ...online, website: 'play.google.com' },
  ),
  merchant(
    'kindle',
    'Kindle',
    'KINDLE SVCS*AMZN.COM/BILL WA',
    'books and news',
    { menu: [199, 299, 499] },
    1.5,
    { ...online, website: 'amazon.com', weeklyLimit: 1 },
  ),
  merchant(
    'canteen',
    'Canteen Vending',
    'CANTEEN VENDING 800-357-0012',
    'vending machine',
    { menu: [150, 175, 200, 225] },
    6,
    { weeklyLimit: 4 },
  ),
  merchant(
    'coca-cola',
    'Coca-Cola Vending',
    'CTLP*COCA-COLA BEV',
    'vending machine',
    { menu: [200, 225, 250] },
    3,
  ),
  merchant('seven-eleven', '7-Eleven', '7-ELEVEN 35821', 'convenience store', { from: 189, to: 575 }, 4, {
    website: '7-eleven.com',
  }),
  merchant('circle-k', 'Circle K', 'CIRCLE K 08714', 'convenience store', { from: 169, to: 620 }, 2, {
    website: 'circlek.com',
  }),
  merchant(
    'starbucks',
    'Starbucks',
    'STARBUCKS STORE 05421',
    'coffee',
    { menu: [345, 395, 425, 475, 525, 595] },
    5,
    { weeklyLimit: 3, website: 'starbucks.com' },
  ),
  merchant('dunkin', "Dunkin'", 'DUNKIN #341207', 'coffee', { menu: [229, 279, 329, 389, 449] }, 4, {
    website: 'dunkindonuts.com',
  }),
  merchant('parkmobile', 'ParkMobile', 'PARKMOBILE PARKING', 'parking', { from: 135, to: 325 }, 3, {
    ...online,
    website: 'parkmobile.io',
  }),
  merchant('lime', 'Lime', 'LIM*RIDE COST LIME', 'bikes and scooters', { from: 265, to: 545 }, 2, {
    ...online,
    website: 'li.me',
  }),
  merchant('usps', 'USPS', 'USPS PO 0568430', 'postage', { from: 78, to: 595 }, 1, {
    weeklyLimit: 1,
    website: 'usps.com',
  }),
  merchant(
    'fedex-office',
    'FedEx Office',
    'FEDEX OFFIC52300',
    'office supplies',
    { from: 65, to: 420 },
    0.8,
    { weeklyLimit: 1, website: 'fedex.com' },
  ),
  merchant('dollar-tree', 'Dollar Tree', 'DOLLAR TREE 4417', 'discount store', { from: 135, to: 675 }, 1.5, {
    weeklyLimit: 1,
    website: 'dollartree.com',
  }),
  merchant(
    'washconnect',
    'WashConnect',
    'WASHCONNECT LAUNDRY',
    'laundry',
    { menu: [225, 275, 350, 450] },
    3,
    { weeklyLimit: 2 },
  ),
  merchant('mcdonalds', "McDonald's", 'MCDONALDS F31275', 'fast food', { from: 229, to: 899 }, 2.5, {
    website: 'mcdonalds.com',
  }),
  merchant('taco-bell', 'Taco Bell', 'TACO BELL 032118', 'fast food', { from: 199, to: 849 }, 2, {
    website: 'tacobell.com',
  }),
  merchant('subway', 'Subway', 'SUBWAY 20514', 'fast food', { from: 649, to: 1049 }, 2, {
    website: 'subway.com',
  }),
  merchant('panda', 'Panda Express', 'PANDA EXPRESS #1129', 'fast food', { from: 899, to: 1175 }, 2, {
    weeklyLimit: 1,
    website: 'pandaexpress.com',
  }),
  merchant('chipotle', 'Chipotle', 'CHIPOTLE 1842', 'fast food', { from: 995, to: 1365 }, 3, {
    website: 'chipotle.com',
  }),
  merchant('panera', 'Panera Bread', 'PANERA BREAD #601374', 'restaurant', { from: 749, to: 1299 }, 2, {
    website: 'panerabread.com',
  }),
  merchant('sweetgreen', 'Sweetgreen', 'SWEETGREEN 0214', 'restaurant', { from: 1245, to: 1595 }, 2, {
    website: 'sweetgreen.com',
  }),
  merchant('shake-shack', 'Shake Shack', 'SHAKE SHACK 1108', 'fast food', { from: 879, to: 1780 }, 1.5, {
    weeklyLimit: 1,
    website: 'shakeshack.com',
  }),
  merchant('doordash', 'DoorDash', 'DD *DOORDASH 855-973-1040', 'restaurant', { from: 1890, to: 3480 }, 2.5, {
    ...online,
    website: 'doordash.com',
  }),
  merchant('trader-joes', "Trader Joe's", "TRADER JOE'S #0236", 'groceries', { from: 1290, to: 3680 }, 9, {
    weeklyLimit: 2,
    website: 'traderjoes.com',
  }),
  merchant('safeway', 'Safeway', 'SAFEWAY #1507', 'groceries', { from: 640, to: 4200 }, 6, {
    website: 'safeway.com',
  }),
  merchant(
    'whole-foods',
    'Whole Foods Market',
    'WHOLEFDS MKT 10145',
    'groceries',
    { from: 780, to: 3890 },
    4,
    { weeklyLimit: 1, website: 'wholefoodsmarket.com' },
  ),
  merchant('aldi', 'ALDI', 'ALDI 74093', 'groceries', { from: 920, to: 3600 }, 3, {
    weeklyLimit: 1,
    website: 'aldi.us',
  }),
  merchant('costco', 'Costco', 'COSTCO WHSE #0144', 'superstore', { from: 3800, to: 9800 }, 2, {
    weeklyLimit: 1,
    website: 'costco.com',
  }),
  merchant(
    'total-wine',
    'Total Wine & More',
    'TOTAL WINE AND MORE 3104',
    'liquor',
    { from: 1099, to: 4800 },
    1.2,
    { weeklyLimit: 1, website: 'totalwine.com' },
  ),
  merchant('walgreens', 'Walgreens', 'WALGREENS #6625', 'pharmacy', { from: 459, to: 2190 }, 2, {
    weeklyLimit: 1,
    website: 'walgreens.com',
  }),
  merchant('cvs', 'CVS', 'CVS/PHARMACY #10382', 'pharmacy', { from: 389, to: 2490 }, 2, {
    weeklyLimit: 1,
    website: 'cvs.com',
  }),
  merchant('one-medical', 'One Medical', 'ONE MEDICAL GROUP', 'doctor', { menu: [2500, 3000, 4000] }, 0.6, {
    weeklyLimit: 1,
    website: 'onemedical.com',
  }),
  merchant('warby-parker', 'Warby Parker', 'WARBY PARKER', 'eye care', { menu: [9500, 14500, 19500] }, 0.35, {
    weeklyLimit: 1,
    website: 'warbyparker.com',
  }),
  merchant('uber', 'Uber', 'UBER *TRIP HELP.UBER.COM', 'taxi', { from: 895, to: 2680 }, 3, {
    ...online,
    website: 'uber.com',
  }),
  merchant('lyft', 'Lyft', 'LYFT *RIDE', 'taxi', { from: 845, to: 2450 }, 2, {
    ...online,
    website: 'lyft.com',
  }),
  merchant('shell', 'Shell', 'SHELL OIL 57444213', 'gas station', { from: 2450, to: 4680 }, 3, {
    weeklyLimit: 1,
    website: 'shell.us',
  }),
  merchant('chevron', 'Chevron', 'CHEVRON 0093418', 'gas station', { from: 2380, to: 4890 }, 2, {
    weeklyLimit: 1,
    website: 'chevron.com',
  }),
  merchant('autozone', 'AutoZone', 'AUTOZONE #4423', 'car service', { from: 1299, to: 8900 }, 0.6, {
    weeklyLimit: 1,
    website: 'autozone.com',
  }),
  merchant('target', 'Target', 'TARGET 00014712', 'superstore', { from: 780, to: 6400 }, 4, {
    refundable: true,
    weeklyLimit: 1,
    website: 'target.com',
  }),
  merchant('walmart', 'Walmart', 'WAL-MART #2516', 'superstore', { from: 640, to: 5900 }, 2.5, {
    refundable: true,
    weeklyLimit: 1,
    website: 'walmart.com',
  }),
  merchant(
    'amazon',
    'Amazon',
    'AMAZON MKTPL*AMZN.COM/BILL WA',
    'online marketplace',
    { from: 799, to: 8999 },
    5,
    { ...online, refundable: true, website: 'amazon.com' },
  ),
  merchant(
    'etsy',
    'Etsy',
    'ETSY.COM*SHOP 718-855-7955 NY',
    'online marketplace',
    { from: 1200, to: 5800 },
    1,
    { ...online, refundable: true, weeklyLimit: 1, website: 'etsy.com' },
  ),
  merchant('best-buy', 'Best Buy', 'BEST BUY 00010546', 'electronics', { from: 1299, to: 19900 }, 1, {
    refundable: true,
    weeklyLimit: 1,
    website: 'bestbuy.com',
  }),
  merchant('uniqlo', 'Uniqlo', 'UNIQLO USA', 'clothing', { from: 1990, to: 8970 }, 1.5, {
    refundable: true,
    weeklyLimit: 1,
    website: 'uniqlo.com',
  }),
  merchant('old-navy', 'Old Navy', 'OLD NAVY US 6341', 'clothing', { from: 1499, to: 7900 }, 1.5, {
    refundable: true,
    weeklyLimit: 1,
    website: 'oldnavy.gap.com',
  }),
  merchant(
    'nordstrom-rack',
    'Nordstrom Rack',
    'NORDSTROM-RACK #0372',
    'department store',
    { from: 2497, to: 12900 },
    1,
    { refundable: true, weeklyLimit: 1, website: 'nordstromrack.com' },
  ),
  merchant('rei', 'REI', 'REI #80 ', 'sporting goods', { from: 1895, to: 15500 }, 1, {
    refundable: true,
    weeklyLimit: 1,
    website: 'rei.com',
  }),
  merchant('petsmart', 'PetSmart', 'PETSMART # 0472', 'pet supplies', { from: 1490, to: 5200 }, 0.8, {
    weeklyLimit: 1,
    website: 'petsmart.com',
  }),
  merchant('michaels', 'Michaels', 'MICHAELS STORES 3041', 'gifts', { from: 650, to: 3200 }, 1, {
    weeklyLimit: 1,
    website: 'michaels.com',
  }),
  merchant(
    'barnes-noble',
    'Barnes & Noble',
    'BARNES & NOBLE #2104',
    'books and news',
    { from: 1199, to: 3450 },
    1.2,
    { refundable: true, weeklyLimit: 1, website: 'barnesandnoble.com' },
  ),
  merchant(
    'home-depot',
    'The Home Depot',
    'THE HOME DEPOT #0642',
    'hardware store',
    { from: 890, to: 8600 },
    1.2,
    { refundable: true, weeklyLimit: 1, website: 'homedepot.com' },
  ),
  merchant('ikea', 'IKEA', 'IKEA 215', 'furniture', { from: 1999, to: 15900 }, 0.7, {
    refundable: true,
    weeklyLimit: 1,
    website: 'ikea.com',
  }),
  merchant('amc', 'AMC Theatres', 'AMC 0551 ONLINE', 'television', { from: 1499, to: 2850 }, 1.5, {
    weeklyLimit: 1,
    website: 'amctheatres.com',
  }),
  merchant(
    'ticketmaster',
    'Ticketmaster',
    'TICKETMASTER',
    'museums and parks',
    { from: 4500, to: 15800 },
    0.8,
    { ...online, weeklyLimit: 1, website: 'ticketmaster.com' },
  ),
  merchant(
    'steam',
    'Steam',
    'STEAMGAMES.COM 425-952-2985 WA',
    'video games',
    { menu: [499, 999, 1499, 1999, 2999] },
    0.8,
    { ...online, weeklyLimit: 1, website: 'steampowered.com' },
  ),
  merchant('supercuts', 'Supercuts', 'SUPERCUTS 90741', 'hair and beauty', { from: 2200, to: 3400 }, 1, {
    weeklyLimit: 1,
    website: 'supercuts.com',
  }),
  merchant('udemy', 'Udemy', 'UDEMY ONLINE COURSES', 'education', { menu: [1299, 1499, 1999] }, 0.5, {
    ...online,
    weeklyLimit: 1,
    website: 'udemy.com',
  }),
  merchant(
    'red-cross',
    'American Red Cross',
    'AMERICAN RED CROSS',
    'donation',
    { menu: [1000, 1500, 2500] },
    0.5,
    { ...online, weeklyLimit: 1, website: 'redcross.org' },
  ),
];

/** Flights, and what a trip costs. */
export const airlines: readonly Merchant[] = [
  merchant(
    'southwest',
    'Southwest Airlines',
    'SOUTHWES 5262415577310',
    'flight',
    { from: 15800, to: 23800 },
    1,
    { ...online, website: 'southwest.com' },
  ),
  merchant(
    'alaska-air',
    'Alaska Airlines',
    'ALASKA AIR 0272114418',
    'flight',
    { from: 16400, to: 24600 },
    1,
    { ...online, website: 'alaskaair.com' },
  ),
  merchant('delta', 'Delta Air Lines', 'DELTA AIR 0062347719', 'flight', { from: 17200, to: 25400 }, 1, {
    ...online,
    website: 'delta.com',
  }),
];

export const lodgings: readonly Merchant[] = [
  merchant('airbnb', 'Airbnb', 'AIRBNB * HMX4K2', 'lodging', { from: 18500, to: 27500 }, 1, {
    ...online,
    website: 'airbnb.com',
  }),
  merchant('hilton', 'Hilton', 'HILTON GARDEN INN', 'lodging', { from: 19800, to: 28900 }, 1, {
    website: 'hilton.com',
  }),
  merchant('marriott', 'Marriott', 'COURTYARD BY MARRIOTT', 'lodging', { from: 19200, to: 27900 }, 1, {
    website: 'marriott.com',
  }),
];

export const carRental: Merchant = merchant(
  'hertz',
  'Hertz',
  'HERTZ RENT-A-CAR',
  'rental car',
  { from: 8900, to: 13900 },
  1,
  { website: 'hertz.com' },
);

/** The same amount on the same day each month. */
export const subscriptions = {
  spotify: merchant('spotify', 'Spotify', 'SPOTIFY USA 877-7781161 NY', 'music', { menu: [1199] }, 1, {
    ...online,
    website: 'spotify.com',
  }),
  netflix: merchant('netflix', 'Netflix', 'NETFLIX.COM LOS GATOS CA', 'television', { menu: [799] }, 1, {
    ...online,
    website: 'netflix.com',
  }),
  hulu: merchant('hulu', 'Hulu', 'HULU 877-8244858 CA', 'television', { menu: [999] }, 1, {
    ...online,
    website: 'hulu.com',
  }),
  icloud: merchant('icloud', 'Apple iCloud', 'APPLE.COM/BILL ICLOUD+', 'other services', { menu: [299] }, 1, {
    ...online,
    website: 'icloud.com',
  }),
  newspaper: merchant(
    'nytimes',
    'The New York Times',
    'NYTIMES*NYTIMES DISC',
    'books and news',
    { menu: [400] },
    1,
    { ...online, website: 'nytimes.com' },
  ),
  gym: merchant('planet-fitness', 'Planet Fitness', 'PLANET FIT CLUB FEES', 'gym', { menu: [1500] }, 1, {
    website: 'planetfitness.com',
  }),
  audible: merchant('audible', 'Audible', 'AUDIBLE*MEMBERSHIP', 'books and news', { menu: [795] }, 1, {
    ...online,
    website: 'audible.com',
  }),
} as const;
