import type { ExpenseCategory } from './expense-categories.ts';
import { withoutAccents } from './without-accents.ts';

/** A pair of words is tried before single words. */
const WORDS: Partial<Record<ExpenseCategory, string>> = {
  Groceries:
    'groceries grocery supermarket market safeway aldi kroger publix costco wegmans trader-joe whole-foods fruit vegetables milk bread eggs butcher',
  Dining:
    'coffee cafe espresso latte tea breakfast brunch lunch dinner supper restaurant pizza burger burgers sushi tacos taco burrito sandwich salad ramen noodles takeout snack snacks bakery donut donuts ice-cream drinks drink beer wine bar pub starbucks mcdonald mcdonalds chipotle doordash grubhub uber-eats',
  Transportation:
    'gas gasoline fuel petrol uber lyft taxi cab bus train subway metro tram ferry parking toll tolls car bike scooter oil-change tires shell chevron exxon exxonmobil mobil texaco sunoco bp',
  Entertainment:
    'movie movies cinema netflix spotify hulu disney concert theater theatre museum game games ticket tickets bowling karaoke streaming youtube',
  Housing: 'rent mortgage furniture landlord plumber repairs cleaning-service',
  Utilities:
    'electricity electric power water internet wifi phone cell mobile heating trash sewer gas-bill utilities',
  Healthcare:
    'doctor dentist pharmacy medicine prescription hospital clinic therapy therapist optician glasses cvs walgreens vitamins',
  Education:
    'tuition course courses class classes school college university book books textbook textbooks lesson lessons tutor',
  Shopping:
    'amazon target walmart clothes clothing shoes shirt jeans dress jacket gift gifts present toys ikea electronics',
  'Personal Care':
    'gym fitness yoga pilates haircut hair barber salon spa nails manicure massage makeup cosmetics',
  Travel: 'flight flights airfare airline hotel hostel airbnb motel luggage cruise vacation trip',
};

const CATEGORY_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([category, words]) =>
    words.split(' ').map((word) => [word, category as ExpenseCategory] as const),
  ),
);

/** The category that the first known word of a name suggests (PD-32), or undefined. */
export function guessCategory(name: string): ExpenseCategory | undefined {
  const words = withoutAccents(name)
    .toLowerCase()
    .replace(/['\u2019]s?(?=\s|$)/g, '')
    .match(/[\p{L}]+/gu);
  if (!words) return undefined;
  const pairs = words.slice(1).map((word, index) => `${words[index] ?? ''}-${word}`);
  for (const word of [...pairs, ...words]) {
    const category = CATEGORY_OF_WORD.get(word);
    if (category) return category;
  }
  return undefined;
}
