import {
  hasCoin,
  PIG_COIN,
  PIG_SHADOW,
  PIG_SNORES,
  PIG_VIEW_BOX,
  pigIn,
  type PigMood,
  type PigProp,
} from '@oinkly/artwork/pig';
import type { Shape } from '@oinkly/artwork/shape';

/** The next coin appears once the dropped one is inside. */
const COIN_MOTION = { rest: undefined, none: undefined, land: 'animate-land', drop: 'animate-next-coin' };

/** A new React key replays the coin's motion. Without `label` it is decoration. */
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
  const showsCoin = prop?.leavesSlot !== false && hasCoin(mood) && coin !== 'none';
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg {...named} width={width} viewBox={PIG_VIEW_BOX} className={`overflow-visible ${className}`}>
      {draw(PIG_SHADOW)}
      <g className={hopping ? 'origin-bottom animate-hop' : undefined}>
        {coin === 'drop' && <g className="animate-drop">{PIG_COIN.map(draw)}</g>}
        {pigIn(mood).map(draw)}
        {showsCoin && <g className={COIN_MOTION[coin]}>{PIG_COIN.map(draw)}</g>}
      </g>
      {mood === 'asleep' && draw(PIG_SNORES)}
      {prop && draw(prop.shape)}
    </svg>
  );
}

function draw([Tag, attributes, ...inside]: Shape, key?: number): React.ReactNode {
  return (
    <Tag key={key} {...attributes}>
      {inside.map(draw)}
    </Tag>
  );
}
