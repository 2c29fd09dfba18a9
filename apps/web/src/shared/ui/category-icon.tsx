import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import {
  Bus,
  GraduationCap,
  HeartPulse,
  House,
  Lightbulb,
  Plane,
  Scissors,
  ShoppingBag,
  ShoppingBasket,
  Tag,
  Ticket,
  Utensils,
  type LucideIcon,
} from 'lucide-react';

const ICONS: Record<ExpenseCategory, LucideIcon> = {
  Groceries: ShoppingBasket,
  Dining: Utensils,
  Transportation: Bus,
  Entertainment: Ticket,
  Housing: House,
  Utilities: Lightbulb,
  Healthcare: HeartPulse,
  Education: GraduationCap,
  Shopping: ShoppingBag,
  'Personal Care': Scissors,
  Travel: Plane,
  Other: Tag,
};

export function CategoryIcon({
  category,
  isDecoration = false,
}: {
  category: ExpenseCategory;
  /** Whether the text beside it names the category. */
  isDecoration?: boolean;
}) {
  const Icon = ICONS[category];
  const named = isDecoration ? { 'aria-hidden': true } : { role: 'img', 'aria-label': category };
  return (
    <span
      {...named}
      className="grid size-tile flex-none place-items-center rounded-small bg-pink-wash text-pink-deep"
    >
      <Icon size={20} aria-hidden="true" />
    </span>
  );
}
