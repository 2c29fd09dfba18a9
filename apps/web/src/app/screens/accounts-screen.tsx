export default function AccountsScreen() {
  return null;
}
