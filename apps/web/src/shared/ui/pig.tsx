/** What the pig feels: `asleep` without data, `proud` well under budget, `worried` above 80 %, `cracked` over it. */
export type PigMood = 'asleep' | 'content' | 'proud' | 'worried' | 'cracked';

/** What the pig carries on screens that are not about a week. */
export type PigProp = 'question' | 'bundle' | 'plug' | 'bank';

const EYES: Record<PigMood, React.ReactNode> = {
  asleep: <path d="M106 63q6 4 12 0" strokeWidth="3" />,
  content: <circle cx="112" cy="62" r="3.6" fill="var(--pig-eye)" stroke="none" />,
  proud: <path d="M106 63q6-7 12 0" strokeWidth="3.2" />,
  worried: (
    <>
      <circle cx="112" cy="63" r="3.6" fill="var(--pig-eye)" stroke="none" />
      <path d="M105 55l11-3" strokeWidth="2.6" />
    </>
  ),
  cracked: <path d="M108 59l8 8m0-8l-8 8" strokeWidth="3" />,
};

/**
 * The piggy bank: one drawing, five moods. Its coin rests on its back, lands there, drops through the slot, or is not there; a change of
 * the key on this element plays that again. `hopping` is its celebration. Without `label` it is decoration.
 */
export function Pig({
  mood,
  width,
  label,
  prop,
  coin = 'rest',
  hopping = false,
  className = '',
}: {
  mood: PigMood;
  width: number;
  label?: string;
  prop?: PigProp;
  coin?: 'rest' | 'land' | 'drop' | 'none';
  hopping?: boolean;
  className?: string;
}) {
  const isSlotFree = prop === undefined || prop === 'bundle';
  const hasCoin =
    isSlotFree && (mood === 'proud' || mood === 'content') && (coin === 'rest' || coin === 'land');
  const sad = mood === 'worried' || mood === 'cracked';
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg {...named} width={width} viewBox="0 0 176 140" className={`overflow-visible ${className}`}>
      <ellipse cx="84" cy="131" rx="58" ry="5" fill="var(--pig-shadow)" />
      <g className={hopping ? 'origin-bottom animate-hop' : undefined}>
        {coin === 'drop' && <Coin className="animate-drop" />}
        <g
          fill="var(--pig)"
          stroke="var(--pig-deep)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M25 74c-9-1-15-7-13-13 2-5 9-4 8 1-1 4-6 3-6 0" fill="none" stroke="var(--pig-tail)" />
          <path d="M47 104v20a5 5 0 0 0 5 5h9a5 5 0 0 0 5-5v-12M98 112v12a5 5 0 0 0 5 5h9a5 5 0 0 0 5-5v-22" />
          <path d="M24 76c0-28 26-46 58-46 14 0 26 3 36 9 6-7 14-11 22-11-3 8-4 15-3 21 6 6 9 12 11 19h8c4 0 7 3 7 7v15c0 4-3 7-7 7h-11c-10 14-31 22-57 22-38 0-64-17-64-43z" />
          <path d="M118 39c-6 4-9 9-10 15 8-1 14-3 18-8" fill="var(--pig-soft)" strokeWidth="3.4" />
          <path d="M36 66c5-16 20-25 38-26" fill="none" stroke="var(--pig-light)" strokeWidth="6" />
          <path d="M66 35q17-6 34 0" fill="none" strokeWidth="6" />
          <rect x="144" y="68" width="20" height="29" rx="8" fill="var(--pig-soft)" />
          <path d={sad ? 'M120 96q8-6 15 0' : 'M120 92q8 7 16 1'} fill="none" strokeWidth="3.6" />
        </g>
        <g fill="none" stroke="var(--pig-eye)" strokeLinecap="round" strokeLinejoin="round">
          {EYES[mood]}
          {mood === 'cracked' && <path d="M58 40l8 14-10 8 12 12-7 14" strokeWidth="2.6" />}
        </g>
        <circle cx="151.5" cy="78" r="2.2" fill="var(--pig-deep)" />
        <circle cx="151.5" cy="87" r="2.2" fill="var(--pig-deep)" />
        <ellipse cx="103" cy="80" rx="8" ry="5" fill="var(--blush)" />
        {hasCoin && <Coin {...(coin === 'land' ? { className: 'animate-land' } : {})} />}
      </g>
      {mood === 'asleep' && (
        <g
          fill="none"
          stroke="var(--color-ink-soft)"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M147 22h9l-9 10h9" />
          <path d="M163 5h7l-7 8h7" />
        </g>
      )}
      {prop && PROPS[prop]}
    </svg>
  );
}

function Coin({ className }: { className?: string }) {
  return (
    <g className={className}>
      <circle
        cx="83"
        cy="16"
        r="13"
        fill="var(--color-gold)"
        stroke="var(--color-gold-deep)"
        strokeWidth="3.4"
      />
      <path
        d="M83 9.500v13m3.800-10.200c-1-1.600-7-2.200-7 .9 0 3 7.200 1.500 7.200 4.700 0 3.200-6.600 2.700-7.600.7"
        stroke="var(--color-gold-deep)"
        strokeWidth="2.2"
        fill="none"
        strokeLinecap="round"
      />
    </g>
  );
}

const PROPS: Record<PigProp, React.ReactNode> = {
  question: (
    <g fill="none" stroke="var(--color-gold-text)" strokeWidth="5" strokeLinecap="round">
      <path d="M74 4c1-9 20-9 20 2 0 7-10 7-10 14" />
      <path d="M84 26v.5" strokeWidth="6" />
    </g>
  ),
  bundle: (
    <g strokeLinecap="round" strokeLinejoin="round">
      <path d="M20 20 84 56" stroke="var(--color-gold-text)" strokeWidth="5" fill="none" />
      <path
        d="M20 20c-14 2-20 16-14 26s24 10 28-2-2-22-14-24z"
        fill="var(--color-gold)"
        stroke="var(--color-gold-deep)"
        strokeWidth="3.4"
      />
      <path d="M12 34v.1M24 30v.1M21 43v.1" stroke="var(--color-gold-deep)" strokeWidth="4" />
      <path
        d="M20 20c-5-5-9-6-13-5M20 20c0-6 2-9 6-12"
        stroke="var(--color-gold-text)"
        strokeWidth="3.4"
        fill="none"
      />
    </g>
  ),
  plug: (
    <g
      fill="none"
      stroke="var(--color-ink-soft)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M14 62C-6 44 2 20 22 18" />
      <path d="M22 10v16h8a8 8 0 0 0 0-16z" fill="var(--color-card)" />
      <path d="M38 14h8M38 22h8" />
    </g>
  ),
  bank: (
    <g
      fill="var(--color-gold)"
      stroke="var(--color-gold-deep)"
      strokeWidth="3.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M62 8h42v19H62z" />
      <path d="M56 8 83-9l27 17z" />
      <path d="M73 13v9M83 13v9M93 13v9M56 28h54" fill="none" />
    </g>
  ),
};
