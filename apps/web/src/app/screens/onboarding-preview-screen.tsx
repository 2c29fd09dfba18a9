export default function OnboardingPreviewScreen() {
  return null;
}
