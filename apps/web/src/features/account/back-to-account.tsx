import { ArrowLeft } from 'lucide-react';
import { TextLink } from '../../shared/ui/button.tsx';

export function BackToAccount() {
  return (
    <TextLink href="/my-account" className="gap-1.5 text-small">
      <ArrowLeft size={16} aria-hidden="true" />
      Back to my account
    </TextLink>
  );
}
