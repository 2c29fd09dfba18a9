import type { Day } from './days.ts';
import { firstName } from './display-name.ts';
import type { WeekMark } from './kept-weeks.ts';

/** The most rows of a shared circle; the other people are counted (PD-107). */
export const MAX_CIRCLE_ROWS = 20;

/** Fewer are no circle, and nothing of them is shown. */
export const FEWEST_IN_CIRCLE = 2;

export const CIRCLE_ROLES = ['sharer', 'friend', 'guest'] as const;

export type CircleRole = (typeof CIRCLE_ROLES)[number];

/** A week as strangers see it. They see none that a friend's own zone or a guest's missing tap leaves open. */
export const SHARED_MARKS = ['kept', 'missed', 'before'] as const satisfies readonly WeekMark[];

export type SharedMark = (typeof SHARED_MARKS)[number];

export interface CircleRow {
  role: CircleRole;
  /** Null without the person's agreement. */
  name: string | null;
  /** One per week. */
  kept: SharedMark[];
}

/** A circle as strangers see it (PD-107): no amounts, no ranks, no ids. */
export interface SharedCircle {
  /** Mondays, oldest first. */
  weekStarts: Day[];
  rows: CircleRow[];
  /** People without a row. */
  more: number;
}

/** What the words of a circle count. */
export interface CircleCounts {
  people: number;
  /** From the first week in which anyone had joined. */
  weeks: number;
}

interface CircleMember {
  id: string;
  role: CircleRole;
  fullName: string | null;
  /** Whether the person agreed to be named. */
  mayBeNamed: boolean;
}

/**
 * Returns who has a row, and in which order: the sharer, the named friends, the unnamed ones and the guests. The places of unnamed people
 * depend on their random ids only, because a place in the alphabet would tell a part of a name. Cost: n log n in the members.
 */
export function chooseCircleRows<Member extends CircleMember>(
  members: readonly Member[],
): { rows: (Member & { name: string | null })[]; more: number } {
  const ordered = members
    .map((member) => ({ ...member, name: member.mayBeNamed ? firstName(member.fullName) : null }))
    .sort(
      (a, b) =>
        CIRCLE_ROLES.indexOf(a.role) - CIRCLE_ROLES.indexOf(b.role) ||
        Number(a.name === null) - Number(b.name === null) ||
        (a.name ?? '').localeCompare(b.name ?? '', 'en-US') ||
        (a.id < b.id ? -1 : 1),
    );
  return {
    rows: ordered.slice(0, MAX_CIRCLE_ROWS),
    more: Math.max(0, ordered.length - MAX_CIRCLE_ROWS),
  };
}

/** Returns the circle up to the last week that is known of everyone who has a row. Cost: n in the marks. */
export function sharedCircleOf(
  weekStarts: readonly Day[],
  rows: readonly { role: CircleRole; name: string | null; kept: readonly WeekMark[] }[],
  more: number,
): SharedCircle {
  const open = weekStarts.findIndex((_, week) => rows.some(({ kept }) => kept[week] === 'open'));
  const known = open === -1 ? weekStarts.length : open;
  return {
    weekStarts: weekStarts.slice(0, known),
    rows: rows.map(({ role, name, kept }) => ({
      role,
      name,
      kept: kept.slice(0, known).filter((mark) => mark !== 'open'),
    })),
    more,
  };
}

/** Cost: n in the marks. */
export function countCircle({ rows, more, weekStarts }: SharedCircle): CircleCounts {
  const first = weekStarts.findIndex((_, week) => rows.some(({ kept }) => kept[week] !== 'before'));
  return { people: rows.length + more, weeks: first === -1 ? 0 : weekStarts.length - first };
}

const UNNAMED = { friend: 'A friend', guest: 'A guest' };
/** On a page, "Me" would be the visitor. */
const UNNAMED_SHARER = { sharer: 'Me', page: 'Who shares this' };

/** Who shows a circle: its sharer, who sends a picture, or the public page with its preview. */
export type CircleShownBy = keyof typeof UNNAMED_SHARER;

export function circleRowName(
  { role, name }: Pick<CircleRow, 'role' | 'name'>,
  shownBy: CircleShownBy,
): string {
  return name ?? (role === 'sharer' ? UNNAMED_SHARER[shownBy] : UNNAMED[role]);
}

/** Isolates the name from the surrounding text's direction. Cost: n in the rows. */
export function sharedCircleTitle({ rows }: Pick<SharedCircle, 'rows'>): string {
  const name = rows.find(({ role }) => role === 'sharer')?.name ?? null;
  return name === null ? 'A circle, week by week' : `\u2068${name}\u2069’s circle, week by week`;
}

/** `We keep our weeks together. 6 people, 8 weeks.` Cost: 1. */
export function circleQuip({ people, weeks }: CircleCounts): string {
  const ofWeeks = weeks === 0 ? '' : `, ${counted(weeks, 'week', 'weeks')}`;
  return `We keep our weeks together. ${counted(people, 'person', 'people')}${ofWeeks}.`;
}

/** Describes the marks for screen readers and where a picture doesn't load. Cost: 1. */
export function sharedCircleInWords({ people, weeks }: CircleCounts): string {
  const ofWeeks = weeks === 0 ? '' : ` for ${counted(weeks, 'week', 'weeks')}`;
  return `Check marks of ${counted(people, 'person', 'people')}${ofWeeks}.`;
}

/** Empty if everyone has a row. */
export function moreInCircle(more: number): string {
  return more === 0 ? '' : `and ${more} more`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
