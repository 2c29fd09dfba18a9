import type { Category } from '@oinkly/test-banks/category';

/** Plaid's taxonomy, version 1 (https://plaid.com/documents/pfc-taxonomy-all.csv). */
const primaries = [
  'INCOME',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'LOAN_PAYMENTS',
  'BANK_FEES',
  'ENTERTAINMENT',
  'FOOD_AND_DRINK',
  'GENERAL_MERCHANDISE',
  'HOME_IMPROVEMENT',
  'MEDICAL',
  'PERSONAL_CARE',
  'GENERAL_SERVICES',
  'GOVERNMENT_AND_NON_PROFIT',
  'TRANSPORTATION',
  'TRAVEL',
  'RENT_AND_UTILITIES',
] as const;

type PrimaryCategory = (typeof primaries)[number];

type DetailedCategory = `${PrimaryCategory}_${string}`;

const detailedCategories: Readonly<Record<Category, DetailedCategory>> = {
  interest: 'INCOME_INTEREST_EARNED',
  'tax refund': 'INCOME_TAX_REFUND',
  wages: 'INCOME_WAGES',
  'transfer in': 'TRANSFER_IN_ACCOUNT_TRANSFER',
  'investment sale': 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
  'savings in': 'TRANSFER_IN_SAVINGS',
  'transfer out': 'TRANSFER_OUT_ACCOUNT_TRANSFER',
  investment: 'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS',
  'savings out': 'TRANSFER_OUT_SAVINGS',
  'cash withdrawal': 'TRANSFER_OUT_WITHDRAWAL',
  'card payment': 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
  'student loan': 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  music: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
  'museums and parks': 'ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS',
  television: 'ENTERTAINMENT_TV_AND_MOVIES',
  'video games': 'ENTERTAINMENT_VIDEO_GAMES',
  liquor: 'FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR',
  coffee: 'FOOD_AND_DRINK_COFFEE',
  'fast food': 'FOOD_AND_DRINK_FAST_FOOD',
  groceries: 'FOOD_AND_DRINK_GROCERIES',
  'other food': 'FOOD_AND_DRINK_OTHER_FOOD_AND_DRINK',
  restaurant: 'FOOD_AND_DRINK_RESTAURANT',
  'vending machine': 'FOOD_AND_DRINK_VENDING_MACHINES',
  'books and news': 'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
  clothing: 'GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES',
  'convenience store': 'GENERAL_MERCHANDISE_CONVENIENCE_STORES',
  'department store': 'GENERAL_MERCHANDISE_DEPARTMENT_STORES',
  'discount store': 'GENERAL_MERCHANDISE_DISCOUNT_STORES',
  electronics: 'GENERAL_MERCHANDISE_ELECTRONICS',
  gifts: 'GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES',
  'office supplies': 'GENERAL_MERCHANDISE_OFFICE_SUPPLIES',
  'online marketplace': 'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
  'pet supplies': 'GENERAL_MERCHANDISE_PET_SUPPLIES',
  'sporting goods': 'GENERAL_MERCHANDISE_SPORTING_GOODS',
  superstore: 'GENERAL_MERCHANDISE_SUPERSTORES',
  furniture: 'HOME_IMPROVEMENT_FURNITURE',
  'hardware store': 'HOME_IMPROVEMENT_HARDWARE',
  dentist: 'MEDICAL_DENTAL_CARE',
  'eye care': 'MEDICAL_EYE_CARE',
  pharmacy: 'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
  doctor: 'MEDICAL_PRIMARY_CARE',
  gym: 'PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS',
  'hair and beauty': 'PERSONAL_CARE_HAIR_AND_BEAUTY',
  laundry: 'PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING',
  'car service': 'GENERAL_SERVICES_AUTOMOTIVE',
  education: 'GENERAL_SERVICES_EDUCATION',
  insurance: 'GENERAL_SERVICES_INSURANCE',
  'other services': 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
  postage: 'GENERAL_SERVICES_POSTAGE_AND_SHIPPING',
  donation: 'GOVERNMENT_AND_NON_PROFIT_DONATIONS',
  tax: 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
  'bikes and scooters': 'TRANSPORTATION_BIKES_AND_SCOOTERS',
  'gas station': 'TRANSPORTATION_GAS',
  parking: 'TRANSPORTATION_PARKING',
  'public transit': 'TRANSPORTATION_PUBLIC_TRANSIT',
  taxi: 'TRANSPORTATION_TAXIS_AND_RIDE_SHARES',
  flight: 'TRAVEL_FLIGHTS',
  lodging: 'TRAVEL_LODGING',
  'rental car': 'TRAVEL_RENTAL_CARS',
  electricity: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
  rent: 'RENT_AND_UTILITIES_RENT',
  telephone: 'RENT_AND_UTILITIES_TELEPHONE',
};

/** Null for a text that is no detailed category. */
export function findPrimary(detailed: string): PrimaryCategory | null {
  return primaries.find((candidate) => detailed.startsWith(`${candidate}_`)) ?? null;
}

export function categoryOf(category: Category): { primary: PrimaryCategory | null; detailed: string } {
  const detailed = detailedCategories[category];
  return { primary: findPrimary(detailed), detailed };
}
