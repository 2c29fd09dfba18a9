import { ArrowLeft } from 'lucide-react';
import { TextLink } from './button.tsx';

/** Leads from a page to the one above it. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <TextLink href={href} className="gap-1.5 text-small">
      <ArrowLeft size={16} aria-hidden="true" />
      {children}
    </TextLink>
  );
}
