import type { Page } from '@playwright/test';

/** What a screen reader says at one stop: a control, a heading, a picture, or a text beside them. */
export interface Spoken {
  /** As the browser calls it: `button`, `link`, `StaticText` and so on. */
  role: string;
  name: string;
  /** Of a heading. */
  level: number | null;
  /** The list item, row or cell that it is in; null outside of all. */
  place: string | null;
}

export interface ReadPage {
  spoken: Spoken[];
  /** Dialogs, regions and the like, in order. */
  surroundings: { role: string; name: string }[];
}

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: unknown };
  name?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'Date',
  'DisclosureTriangle',
  'link',
  'listbox',
  'menuitem',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);
const PICTURES = new Set(['graphics-document', 'image', 'img']);
const PLACES = new Set(['cell', 'columnheader', 'gridcell', 'listitem', 'row', 'rowheader']);
const SURROUNDINGS = new Set(['alertdialog', 'dialog', 'grid', 'main', 'navigation', 'region']);

/** Reads a page as a screen reader gets it from the browser. A label's text is left out: it is the name of its control. */
export async function readPage(page: Page): Promise<ReadPage> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return new Reading(nodes).read;
}

class Reading {
  readonly read: ReadPage = { spoken: [], surroundings: [] };
  readonly #nodes: ReadonlyMap<string, AxNode>;
  /** The part of the page whose text was read last, with nothing else since. */
  #textOf: AxNode | null = null;

  constructor(nodes: readonly AxNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.nodeId, node]));
    const [root] = nodes;
    if (root) this.#visit(root, { parent: root, place: null, isInLabel: false });
    for (const one of this.read.spoken) one.name = inOneLine(one.name);
    this.read.spoken = this.read.spoken.filter(({ role, name }) => role !== 'StaticText' || name !== '');
  }

  #visit(node: AxNode, within: { parent: AxNode; place: string | null; isInLabel: boolean }): void {
    const [role, name] = [textIn(node.role), textIn(node.name)];
    const { place, isInLabel } = within;
    if (!node.ignored && (CONTROLS.has(role) || PICTURES.has(role) || role === 'heading')) {
      this.read.spoken.push({ role, name, level: levelOf(node), place });
      this.#textOf = null;
    } else if (!node.ignored && role === 'StaticText') {
      if (!isInLabel) this.#addText(name, within);
    } else {
      if (!node.ignored && SURROUNDINGS.has(role)) this.read.surroundings.push({ role, name });
      for (const id of node.childIds ?? []) {
        const child = this.#nodes.get(id);
        if (!child) continue;
        this.#visit(child, {
          parent: node.ignored ? within.parent : node,
          place: !node.ignored && PLACES.has(role) ? node.nodeId : place,
          isInLabel: isInLabel || role === 'LabelText',
        });
      }
    }
  }

  /** The pieces of one sentence are read as one. */
  #addText(text: string, { parent, place }: { parent: AxNode; place: string | null }): void {
    const last = this.read.spoken.at(-1);
    if (last && this.#textOf === parent) last.name += ` ${text}`;
    else this.read.spoken.push({ role: 'StaticText', name: text, level: null, place });
    this.#textOf = parent;
  }
}

function inOneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:;)])/g, '')
    .trim();
}

function textIn(value: { value?: unknown } | undefined): string {
  return typeof value?.value === 'string' ? value.value : '';
}

function levelOf({ properties = [] }: AxNode): number | null {
  const level = properties.find(({ name }) => name === 'level')?.value.value;
  return typeof level === 'number' ? level : null;
}
