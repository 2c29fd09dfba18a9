import { Copy, Mail, MessageCircle, Share2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { TextAreaField } from '../../shared/ui/field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { inviteMessage, mailInviteUrl, smsInviteUrl } from './invite-message.ts';

const OPTION =
  'group flex min-h-14 w-full items-center gap-3.5 rounded-medium border border-line-strong bg-card px-4 py-2 text-left font-medium text-ink no-underline hover:bg-pink-wash';

/** The ways to send an invitation (ONB-7). `onInvited` is called after each. */
export function InviteOptions({ link, onInvited }: { link: string; onInvited: () => void }) {
  const [isTextShown, setIsTextShown] = useState(false);

  const copy = async () => {
    onInvited();
    if (await copyText(inviteMessage(link))) {
      toast({ title: 'Copied!', description: 'The invitation is on your clipboard.' });
    } else {
      setIsTextShown(true);
    }
  };

  const share = async () => {
    try {
      await navigator.share({ text: inviteMessage(link) });
      onInvited();
    } catch (error) {
      // Closing the sheet cancels.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toastFailure(error);
    }
  };

  return (
    <div className="flex flex-col gap-3">
      <button type="button" onClick={() => void share()} className={`${OPTION} shareless:hidden`}>
        <Picture icon={Share2} />
        Share...
      </button>
      <a href={smsInviteUrl(link)} onClick={onInvited} className={OPTION}>
        <Picture icon={MessageCircle} />
        Send a text message
      </a>
      <a href={mailInviteUrl(link)} onClick={onInvited} className={OPTION}>
        <Picture icon={Mail} />
        Send an email
      </a>
      <button type="button" onClick={() => void copy()} className={OPTION}>
        <Picture icon={Copy} />
        Copy the invite message
      </button>
      {isTextShown && (
        <TextAreaField
          label="Your browser blocked copying. Copy the message here:"
          readOnly
          rows={4}
          value={inviteMessage(link)}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  );
}

function Picture({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-9 flex-none place-items-center rounded-small bg-pink-wash text-pink-deep transition-colors group-hover:bg-card">
      <Icon size={18} aria-hidden="true" />
    </span>
  );
}
