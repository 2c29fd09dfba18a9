export default function ExpensesScreen() {
  return null;
}
