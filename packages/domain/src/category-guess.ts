import type { ExpenseCategory } from './expense-categories.ts';
import { knownMerchant, wordsOf } from './merchants/merchant-names.ts';

/** A pair of words is tried before single words. */
const WORDS: Partial<Record<ExpenseCategory, string>> = {
  Groceries:
    'groceries grocery supermarket market fruit vegetables milk bread eggs butcher cheese dog-food cat-food pet-food cat-litter',
  Dining:
    'coffee cafe espresso latte tea breakfast brunch lunch dinner supper restaurant pizza burger burgers sushi tacos taco burrito sandwich salad ramen noodles takeout snack snacks bakery bagel bagels donut donuts ice-cream drinks drink beer beers wine bar pub cocktails whiskey boba pho',
  Transportation:
    'gas gasoline fuel petrol taxi cab bus train subway metro tram ferry parking toll tolls car bike scooter oil-change tires',
  Entertainment:
    'movie movies cinema disney concert theater theatre museum game games ticket tickets bowling karaoke streaming',
  Housing: 'rent mortgage furniture landlord plumber repairs cleaning-service',
  Utilities:
    'electricity electric power water internet wifi phone cell mobile heating trash sewer gas-bill utilities',
  Healthcare:
    'doctor dentist pharmacy medicine prescription hospital clinic therapy therapist optician glasses vitamins',
  Education:
    'tuition course courses class classes school college university book books textbook textbooks lesson lessons tutor',
  Shopping:
    'clothes clothing laptop shoes shirt jeans dress jacket gift gifts present toys electronics sneakers boots headphones phone-case charger',
  'Personal Care':
    'gym fitness yoga pilates haircut hair barber salon spa nails manicure massage makeup cosmetics',
  Travel: 'flight flights airfare airline hotel hostel motel luggage cruise vacation trip',
};

const CATEGORY_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([category, words]) =>
    words.split(' ').map((word) => [word, category as ExpenseCategory] as const),
  ),
);

/** The category that the first known word or merchant of a name suggests (PD-32), or undefined. Cost: n in the words. */
export function guessCategory(name: string): ExpenseCategory | undefined {
  const words = wordsOf(name);
  for (const [index, word] of words.slice(1).entries()) {
    const category = CATEGORY_OF_WORD.get(`${words[index] ?? ''}-${word}`);
    if (category) return category;
  }
  for (const [index, word] of words.entries()) {
    const category =
      CATEGORY_OF_WORD.get(word) ??
      CATEGORY_OF_WORD.get(word.replace(/s$/, '')) ??
      knownMerchant(words, index)?.category;
    if (category) return category;
  }
  return undefined;
}
