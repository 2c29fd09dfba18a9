import { BANK } from '@oinkly/artwork/pig-props';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { ChevronDown, Eye, Lock, ShieldCheck, Undo2, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { ConsentNote } from '../../shared/ui/consent-note.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { StepFrame, type StepPlace } from './step-frame.tsx';

const AUTO_ADVANCE_DELAY_MS = 1000;
const CONNECTED_TOAST_MS = 3000;

/** Step 3: linking a bank (ONB-4 to ONB-6). Offers it while `isConnected` is unknown. */
export function BankStep({
  providerName,
  isConnected,
  frame,
  otherWays,
  onConnect,
  onNext,
}: {
  providerName: string;
  isConnected: boolean | undefined;
  frame: StepPlace;
  otherWays?: ReactNode;
  onConnect: () => void;
  onNext: () => void;
}) {
  const advance = useEffectEvent(onNext);
  useEffect(() => {
    if (!isConnected) return;
    toast({
      title: 'Bank Connected!',
      description: 'Your account is ready to track spending.',
      durationMs: CONNECTED_TOAST_MS,
    });
    const timer = setTimeout(() => advance(), AUTO_ADVANCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  if (isConnected) {
    return (
      <StepFrame
        step={3}
        title="Bank Connected!"
        {...frame}
        picture={<Pig mood="proud" width={144} coin="land" className="h-auto w-pig-step" />}
      >
        <p className="mt-4 text-ink-soft">Your account is ready to track spending.</p>
        <Button className="mt-8" onClick={onNext}>
          Continue
        </Button>
      </StepFrame>
    );
  }
  return (
    <StepFrame
      step={3}
      title="Let your bank do the typing"
      {...frame}
      picture={<Pig mood="content" prop={BANK} width={144} className="h-auto w-pig-step" />}
    >
      <p className="mt-4 text-ink-soft">
        Linking takes 30 seconds. {providerName} serves 12,000+ institutions, so yours is very likely among
        them.
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        <Bullet icon={Lock} title="You log in at your bank">
          Your bank password goes to {providerName}, never to us.
        </Bullet>
        <Bullet icon={Eye} title="We can only look">
          {PRODUCT_NAME} can see purchases and balances. It can’t move money.
        </Bullet>
        <Bullet icon={ShieldCheck} title="Encrypted and private">
          Your bank access is encrypted. Friends never see amounts.
        </Bullet>
        <Bullet icon={Undo2} title="You’re in control">
          Disconnect any time in your account.
        </Bullet>
      </ul>
      <div className="mt-7 flex flex-col items-stretch gap-1">
        <Button onClick={onConnect}>Continue Securely with {providerName}</Button>
        <ConsentNote className="mt-2 text-center" />
        {otherWays}
        <TextButton className="self-center" onClick={onNext}>
          Skip for now
        </TextButton>
      </div>
      <Questions providerName={providerName} />
    </StepFrame>
  );
}

function Bullet({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span className="grid size-tile flex-none place-items-center rounded-small bg-pink-wash text-pink-deep">
        <Icon size={20} aria-hidden="true" />
      </span>
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-small text-ink-soft">{children}</p>
      </div>
    </li>
  );
}

function Questions({ providerName }: { providerName: string }) {
  return (
    <section aria-label="Frequently asked questions" className="mt-6 border-b border-line">
      <Question question={`What is ${providerName}?`}>
        It’s the service that connects apps with banks. You choose your bank on its page and log in there.
      </Question>
      <Question question="Which transactions are imported?">
        Card purchases and other money going out. Transfers between your own accounts and card payments are
        not counted as spending.
      </Question>
      <Question question="Do I have to link a bank?">
        No. You can add expenses by hand, and link a bank later in your account.
      </Question>
    </section>
  );
}

function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 items-center justify-between gap-3 font-medium">
        {question}
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="pb-4 text-small text-ink-soft">{children}</p>
    </details>
  );
}
