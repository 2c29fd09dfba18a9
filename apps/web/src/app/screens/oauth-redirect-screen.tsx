export default function OAuthRedirectScreen() {
  return null;
}
