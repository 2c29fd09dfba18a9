import { type Merchant, merchant, subscriptions } from './merchants.ts';

/** Not every bank has a holiday club. */
export type AccountRole = 'checking' | 'savings' | 'card' | 'club';

export interface PersonAccount {
  role: AccountRole;
  name: string;
  officialName: string;
  mask: string;
  type: 'depository' | 'credit';
  subtype: 'checking' | 'savings' | 'credit card' | 'cash management';
  /** Opening balance in cents; 0 for a credit card. */
  baseCents: number;
  limitCents: number | null;
}

export interface Person {
  key: string;
  city: string;
  region: string;
  postalCode: string;
  employer: string;
  wageCents: number;
  /** 0 or 1: which of two Fridays is payday. */
  paydayParity: number;
  landlord: string;
  rentCents: number;
  electricity: Merchant;
  mobile: Merchant;
  rentersInsurance: Merchant;
  carInsurance: Merchant;
  studentLoan: Merchant;
  /** `dayOfMonth` is 1 to 28. */
  subscriptions: readonly { dayOfMonth: number; merchant: Merchant }[];
  localMerchants: readonly Merchant[];
  accounts: readonly PersonAccount[];
}

interface Town {
  city: string;
  region: string;
  postalCode: string;
  transit: [name: string, descriptor: string, website: string, faresCents: number[]];
  coffee: string;
  bakery: string;
  bagels: string;
  fruit: string;
  newsstand: string;
  dinner: [string, string, string];
  dentist: string;
  museum: string;
}

function localMerchantsOf(key: string, town: Town): Merchant[] {
  const [transitName, transitDescriptor, transitWebsite, fares] = town.transit;
  const printed = (name: string) => `SQ *${name.toUpperCase()}`;
  return [
    merchant(`${key}-transit`, transitName, transitDescriptor, 'public transit', { menu: fares }, 13, {
      weeklyLimit: 8,
      website: transitWebsite,
    }),
    merchant(
      `${key}-coffee`,
      town.coffee,
      printed(town.coffee),
      'coffee',
      { menu: [375, 425, 425, 450, 525] },
      9,
      { weeklyLimit: 5 },
    ),
    merchant(`${key}-bakery`, town.bakery, printed(town.bakery), 'other food', { from: 295, to: 640 }, 6, {
      weeklyLimit: 3,
    }),
    merchant(
      `${key}-bagels`,
      town.bagels,
      printed(town.bagels),
      'other food',
      { menu: [325, 375, 450, 695] },
      4,
    ),
    merchant(`${key}-fruit`, town.fruit, printed(town.fruit), 'groceries', { from: 180, to: 880 }, 5),
    merchant(
      `${key}-news`,
      town.newsstand,
      printed(town.newsstand),
      'books and news',
      { menu: [150, 250, 300, 599] },
      2.5,
    ),
    ...town.dinner.map((name, index) =>
      merchant(
        `${key}-dinner-${index}`,
        name,
        `TST* ${name.toUpperCase()}`,
        'restaurant',
        { from: 1680 + index * 400, to: 4200 + index * 900 },
        2.2,
        { tipped: true, weeklyLimit: 1 },
      ),
    ),
    merchant(
      `${key}-dentist`,
      town.dentist,
      town.dentist.toUpperCase(),
      'dentist',
      { from: 4500, to: 14500 },
      0.4,
      { weeklyLimit: 1 },
    ),
    merchant(
      `${key}-museum`,
      town.museum,
      town.museum.toUpperCase(),
      'museums and parks',
      { menu: [1200, 1800, 2200, 2500] },
      0.9,
      { weeklyLimit: 1 },
    ),
  ];
}

const sanFrancisco: Town = {
  city: 'San Francisco',
  region: 'CA',
  postalCode: '94110',
  transit: ['Clipper', 'CLIPPER TRANSIT FARE', 'clippercard.com', [250, 275, 275, 350]],
  coffee: 'Foghorn Coffee',
  bakery: 'Marigold Bakery',
  bagels: 'Dolores Bagel',
  fruit: 'Mission Fruit Stand',
  newsstand: 'Valencia News',
  dinner: ['Taqueria El Farol', 'Noodle Lantern', 'The Brass Heron'],
  dentist: 'Bernal Dental Group',
  museum: 'Exploration Pier',
};
const portland: Town = {
  city: 'Portland',
  region: 'OR',
  postalCode: '97214',
  transit: ['TriMet', 'TRIMET HOP FASTPASS', 'trimet.org', [140, 280, 280]],
  coffee: 'Rain City Roasters',
  bakery: 'Hawthorne Loaf',
  bagels: 'Bridge Bagels',
  fruit: 'Alder Street Produce',
  newsstand: 'Division Newsstand',
  dinner: ['Cedar & Salt', 'Pho Willamette', 'Stumptown Supper Club'],
  dentist: 'Laurelhurst Dental',
  museum: 'Willamette Science Center',
};
const austin: Town = {
  city: 'Austin',
  region: 'TX',
  postalCode: '78704',
  transit: ['CapMetro', 'CAPMETRO UMO FARE', 'capmetro.org', [125, 125, 250]],
  coffee: 'Bluebonnet Coffee',
  bakery: 'Pecan Street Bakery',
  bagels: 'Barton Bagels',
  fruit: 'South Lamar Produce',
  newsstand: 'Congress Corner News',
  dinner: ['Mesquite & Rye', 'Tacos La Paloma', 'Lady Bird Kitchen'],
  dentist: 'Zilker Family Dental',
  museum: 'Lone Star Museum',
};
const chicago: Town = {
  city: 'Chicago',
  region: 'IL',
  postalCode: '60647',
  transit: ['Ventra', 'VENTRA TRANSIT FARE', 'ventrachicago.com', [225, 250, 250]],
  coffee: 'Logan Square Coffee',
  bakery: 'Prairie Crumb Bakery',
  bagels: 'Wicker Bagels',
  fruit: 'Milwaukee Ave Produce',
  newsstand: 'Loop Newsstand',
  dinner: ['Lakeshore Pierogi', 'Deep Dish Depot', 'The Copper Windmill'],
  dentist: 'Humboldt Dental',
  museum: 'Lakefront Aquarium',
};
const denver: Town = {
  city: 'Denver',
  region: 'CO',
  postalCode: '80206',
  transit: ['RTD', 'RTD MYRIDE FARE', 'rtd-denver.com', [275, 275, 300]],
  coffee: 'Front Range Coffee',
  bakery: 'Columbine Bakery',
  bagels: 'Mile High Bagel',
  fruit: 'Colfax Produce',
  newsstand: 'Union Station News',
  dinner: ['Juniper Table', 'Ramen Alpine', 'The Silver Spur'],
  dentist: 'Cheesman Park Dental',
  museum: 'Rocky Mountain Planetarium',
};
const seattle: Town = {
  city: 'Seattle',
  region: 'WA',
  postalCode: '98122',
  transit: ['ORCA', 'ORCA TRANSIT FARE', 'myorca.com', [275, 300, 300]],
  coffee: 'Slate & Steam Coffee',
  bakery: 'Madrona Bakehouse',
  bagels: 'Rainier Bagels',
  fruit: 'Union Street Produce',
  newsstand: 'Pike Corner News',
  dinner: ['The Salted Pier', 'Udon Harbor', 'Cherry Street Kitchen'],
  dentist: 'Central District Dental',
  museum: 'Museum of Tides',
};

const utility = (key: string, name: string, fromCents: number, toCents: number, website: string) =>
  merchant(key, name, `${name.toUpperCase()} BILL PAY`, 'electricity', { from: fromCents, to: toCents }, 1, {
    channel: 'online',
    website,
  });
const phone = (key: string, name: string, cents: number, website: string) =>
  merchant(key, name, `${name.toUpperCase()} AUTOPAY`, 'telephone', { menu: [cents] }, 1, {
    channel: 'online',
    website,
  });
const insurance = (key: string, name: string, cents: number, website: string) =>
  merchant(key, name, `${name.toUpperCase()} PREM`, 'insurance', { menu: [cents] }, 1, {
    channel: 'online',
    website,
  });
const loan = (key: string, name: string, cents: number, website: string) =>
  merchant(key, name, `${name.toUpperCase()} STUDENT LN PMT`, 'student loan', { menu: [cents] }, 1, {
    channel: 'online',
    website,
  });

const lemonade = (cents: number) => insurance('lemonade', 'Lemonade Insurance', cents, 'lemonade.com');
const geico = (cents: number) => insurance('geico', 'GEICO', cents, 'geico.com');
const progressive = (cents: number) => insurance('progressive', 'Progressive', cents, 'progressive.com');
const nelnet = (cents: number) => loan('nelnet', 'Nelnet', cents, 'nelnet.com');
const mohela = (cents: number) => loan('mohela', 'MOHELA', cents, 'mohela.com');

const depository =
  (role: AccountRole, subtype: PersonAccount['subtype']) =>
  (name: string, officialName: string, mask: string, baseCents: number): PersonAccount => ({
    role,
    name,
    officialName,
    mask,
    type: 'depository',
    subtype,
    baseCents,
    limitCents: null,
  });
const checking = depository('checking', 'checking');
const savings = depository('savings', 'savings');
const club = depository('club', 'cash management');
const card = (name: string, officialName: string, mask: string, limitCents: number): PersonAccount => ({
  role: 'card',
  name,
  officialName,
  mask,
  type: 'credit',
  subtype: 'credit card',
  baseCents: 0,
  limitCents,
});

const addressIn = ({ city, region, postalCode }: Town) => ({ city, region, postalCode });

/** By `key`. */
export const people = {
  platypus: {
    key: 'platypus',
    ...addressIn(sanFrancisco),
    employer: 'Lumen Design Studio',
    wageCents: 187_412,
    paydayParity: 0,
    landlord: 'Bernal Heights Property Mgmt',
    rentCents: 168_500,
    electricity: utility('pge', 'PG&E', 3100, 4900, 'pge.com'),
    mobile: phone('mint', 'Mint Mobile', 2500, 'mintmobile.com'),
    rentersInsurance: lemonade(1425),
    carInsurance: geico(8630),
    studentLoan: nelnet(18_650),
    subscriptions: [
      { dayOfMonth: 4, merchant: subscriptions.spotify },
      { dayOfMonth: 8, merchant: subscriptions.icloud },
      { dayOfMonth: 19, merchant: subscriptions.netflix },
      { dayOfMonth: 26, merchant: subscriptions.newspaper },
    ],
    localMerchants: localMerchantsOf('sf', sanFrancisco),
    accounts: [
      checking('Everyday Checking', 'First Platypus Everyday Checking', '4821', 284_160),
      savings('Rainy Day Savings', 'First Platypus High-Yield Savings', '7730', 612_240),
      card('Billfold Visa', 'First Platypus Billfold Visa Signature', '1094', 600_000),
    ],
  },
  gingham: {
    key: 'gingham',
    ...addressIn(portland),
    employer: 'Cascade Bicycle Works',
    wageCents: 171_208,
    paydayParity: 1,
    landlord: 'Hawthorne Residential',
    rentCents: 142_000,
    electricity: utility('pge-oregon', 'Portland General Electric', 2900, 5200, 'portlandgeneral.com'),
    mobile: phone('visible', 'Visible', 2500, 'visible.com'),
    rentersInsurance: lemonade(1180),
    carInsurance: progressive(7415),
    studentLoan: mohela(15_120),
    subscriptions: [
      { dayOfMonth: 3, merchant: subscriptions.netflix },
      { dayOfMonth: 11, merchant: subscriptions.gym },
      { dayOfMonth: 18, merchant: subscriptions.icloud },
      { dayOfMonth: 24, merchant: subscriptions.audible },
    ],
    localMerchants: localMerchantsOf('pdx', portland),
    accounts: [
      checking('Share Draft', 'Gingham Share Draft Checking', '2206', 241_075),
      savings('Regular Shares', 'Gingham Regular Share Account', '0015', 488_310),
      club('Holiday Club', 'Gingham Holiday Club', '0042', 5000),
      card('Gingham Visa', 'Gingham Credit Union Platinum Visa', '8853', 450_000),
    ],
  },
  tattersall: {
    key: 'tattersall',
    ...addressIn(austin),
    employer: 'Hill Country Robotics',
    wageCents: 204_935,
    paydayParity: 0,
    landlord: 'Barton Creek Lofts',
    rentCents: 176_500,
    electricity: utility('austin-energy', 'Austin Energy', 3300, 5600, 'austinenergy.com'),
    mobile: phone('us-mobile', 'US Mobile', 2300, 'usmobile.com'),
    rentersInsurance: lemonade(1640),
    carInsurance: geico(9875),
    studentLoan: nelnet(21_400),
    subscriptions: [
      { dayOfMonth: 2, merchant: subscriptions.hulu },
      { dayOfMonth: 9, merchant: subscriptions.spotify },
      { dayOfMonth: 16, merchant: subscriptions.newspaper },
      { dayOfMonth: 23, merchant: subscriptions.icloud },
    ],
    localMerchants: localMerchantsOf('atx', austin),
    accounts: [
      checking('Tattersall Checking', 'Tattersall Rewards Checking', '3319', 318_820),
      savings('Prime Savings', 'Tattersall Prime Share Savings', '6127', 905_450),
      card('Tattersall Mastercard', 'Tattersall Everyday World Mastercard', '5570', 800_000),
    ],
  },
  tartan: {
    key: 'tartan',
    ...addressIn(chicago),
    employer: 'Lakeview Publishing',
    wageCents: 178_660,
    paydayParity: 1,
    landlord: 'Logan Square Flats',
    rentCents: 149_500,
    electricity: utility('comed', 'ComEd', 2800, 4700, 'comed.com'),
    mobile: phone('mint', 'Mint Mobile', 2500, 'mintmobile.com'),
    rentersInsurance: lemonade(1265),
    carInsurance: progressive(6890),
    studentLoan: mohela(17_880),
    subscriptions: [
      { dayOfMonth: 5, merchant: subscriptions.audible },
      { dayOfMonth: 12, merchant: subscriptions.spotify },
      { dayOfMonth: 20, merchant: subscriptions.newspaper },
      { dayOfMonth: 27, merchant: subscriptions.netflix },
    ],
    localMerchants: localMerchantsOf('chi', chicago),
    accounts: [
      checking('Clan Checking', 'Tartan Bank Clan Checking', '7745', 255_690),
      savings('Highland Savings', 'Tartan Bank Highland Savings', '9012', 540_005),
      club('Holiday Fund', 'Tartan Bank Holiday Fund', '9038', 8000),
      card('Tartan Cashback', 'Tartan Bank Cashback Mastercard', '6401', 500_000),
    ],
  },
  houndstooth: {
    key: 'houndstooth',
    ...addressIn(denver),
    employer: 'Front Range Clinics',
    wageCents: 192_175,
    paydayParity: 0,
    landlord: 'Congress Park Homes',
    rentCents: 158_500,
    electricity: utility('xcel', 'Xcel Energy', 3000, 5100, 'xcelenergy.com'),
    mobile: phone('visible', 'Visible', 2500, 'visible.com'),
    rentersInsurance: lemonade(1340),
    carInsurance: geico(8240),
    studentLoan: nelnet(19_230),
    subscriptions: [
      { dayOfMonth: 6, merchant: subscriptions.icloud },
      { dayOfMonth: 13, merchant: subscriptions.hulu },
      { dayOfMonth: 21, merchant: subscriptions.gym },
      { dayOfMonth: 25, merchant: subscriptions.spotify },
    ],
    localMerchants: localMerchantsOf('den', denver),
    accounts: [
      checking('Houndstooth Checking', 'Houndstooth Bank Classic Checking', '5583', 272_940),
      savings('Houndstooth Savings', 'Houndstooth Bank Growth Savings', '1168', 731_125),
      card('Houndstooth Visa', 'Houndstooth Bank Travel Visa', '3927', 700_000),
    ],
  },
  'platypus-oauth': {
    key: 'platypus-oauth',
    ...addressIn(seattle),
    employer: 'Emerald Ferry Lines',
    wageCents: 198_340,
    paydayParity: 1,
    landlord: 'Madison Park Apartments',
    rentCents: 164_000,
    electricity: utility('seattle-city-light', 'Seattle City Light', 2900, 4800, 'seattle.gov'),
    mobile: phone('us-mobile', 'US Mobile', 2300, 'usmobile.com'),
    rentersInsurance: lemonade(1390),
    carInsurance: progressive(8060),
    studentLoan: mohela(18_940),
    subscriptions: [
      { dayOfMonth: 7, merchant: subscriptions.newspaper },
      { dayOfMonth: 14, merchant: subscriptions.icloud },
      { dayOfMonth: 17, merchant: subscriptions.netflix },
      { dayOfMonth: 22, merchant: subscriptions.spotify },
    ],
    localMerchants: localMerchantsOf('sea', seattle),
    accounts: [
      checking('Burrow Checking', 'Platypus OAuth Burrow Checking', '6602', 268_430),
      savings('Riverbank Savings', 'Platypus OAuth Riverbank Savings', '2814', 655_780),
      card('Paddle Visa', 'Platypus OAuth Paddle Visa', '9375', 650_000),
    ],
  },
} satisfies Readonly<Record<string, Person>>;
