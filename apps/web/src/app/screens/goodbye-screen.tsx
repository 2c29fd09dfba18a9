export default function GoodbyeScreen() {
  return null;
}
