// `npm run copy`: lists every user-visible text with its place, for proofreading. It reads only syntax, so it prints a few too many.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './project.mjs';

const SOURCES = [
  'apps/web/src',
  'apps/web/service-worker',
  'apps/web/index.html',
  'apps/web/home-screen.ts',
  'apps/server/src',
  'packages/contract/src/errors.ts',
  'packages/contract/src/product.ts',
  'packages/domain/src',
  'packages/identity-provider/src',
  'packages/local-postgres/src',
  'packages/plaid-emulator/src/link',
  'packages/simplefin-emulator/src/create',
  'scripts',
  'demo',
];
const NOT_READ = /\.test\.tsx?$|\/test-support\/|\/samples\.ts$|\/migrations\/|copy\.mjs$/;

/** JSX attributes and properties whose strings users read. */
const READ_NAMES = new Set(
  'title,label,aria-label,placeholder,description,alt,hint,text,message,words,heading,caption,summary,body,name'.split(
    ',',
  ),
);
const CODE_ATTRIBUTES =
  /^(className|class|href|src|d|points|transform|style|viewBox|key|id|role|type|name|rel)$/;
/** Functions whose strings only developers see. */
const FOR_DEVELOPERS =
  /^(console\.\w+|log\.\w+|.*\.log\.\w+|sql|sql\.raw|RegExp|String\.raw|require|fetch|.*\.query|.*\.execute)$/;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...SOURCES],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|js|html)$/.test(file) && !NOT_READ.test(file));

for (const file of files) {
  const content = readFileSync(join(root, file), 'utf8');
  const found = file.endsWith('.html') ? textsOfHtml(content, 0, content) : textsOfCode(file, content);
  for (const { line, text } of found) console.log(`${file}:${line}  ${text}`);
}

function textsOfCode(file, content) {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, text) => {
    const words = text.replace(/\s+/g, ' ').trim();
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    if (/\p{L}{2}/u.test(words)) found.push({ line, text: words });
  };
  const open = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isForDevelopers(node, source)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      for (const run of textRunsOf(node, source)) add(run.node, run.text);
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'html') {
      found.push(...textsOfHtml(textOf(node.template), node.getStart(source), content));
      node.template.forEachChild(open);
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = textOf(node);
      if (isRead(node, text, source)) add(node, text);
    }
    ts.forEachChild(node, open);
  };
  open(source);
  return found;
}

/** Text children of an element as single lines, with `{…}` for expressions. */
function* textRunsOf(node, source) {
  let run = null;
  for (const child of node.children) {
    if (ts.isJsxText(child)) {
      if (child.text.trim() === '' && !run) continue;
      run ??= { node: child, text: '' };
      run.text += child.text;
    } else if (ts.isJsxExpression(child) && run) {
      const { expression } = child;
      run.text += expression && ts.isStringLiteralLike(expression) ? expression.text : '{…}';
    } else if (run) {
      run.text += `<${child.openingElement?.tagName.getText(source) ?? '…'}>`;
    }
  }
  if (run) yield run;
}

/** A string's text with `{…}` for expressions. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map((span) => `{…}${span.literal.text}`).join('');
}

function isForDevelopers(node, source) {
  const called =
    (ts.isCallExpression(node) || ts.isNewExpression(node)) && !ts.isImportCall?.(node)
      ? node.expression
      : ts.isTaggedTemplateExpression(node)
        ? node.tag
        : null;
  if (!called) return false;
  const name = called.getText(source);
  // Users read what scripts print.
  return (
    FOR_DEVELOPERS.test(name) && !(name.startsWith('console.') && /^(scripts|demo)\//.test(source.fileName))
  );
}

function isRead(node, text, source) {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) {
    const name = parent.name.getText(source);
    return READ_NAMES.has(name) || (isProse(text) && !CODE_ATTRIBUTES.test(name));
  }
  for (let above = parent; above; above = above.parent) {
    if (ts.isJsxAttribute(above) && CODE_ATTRIBUTES.test(above.name.getText(source))) return false;
    if (ts.isStatement(above)) break;
  }
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) {
    const name = parent.name.getText(source).replaceAll(/['"]/g, '');
    if (READ_NAMES.has(name) && name !== 'name' && /^\p{Lu}/u.test(text)) return true;
  }
  return isProse(text);
}

/** Two words, no class names or statements. */
function isProse(text) {
  const words = text.trim().split(/\s+/);
  if (!/\p{L}+[,.:;!?…’')]* +[\p{L}{$“‘('’]/u.test(text))
    return words.length === 1 && /^\p{Lu}\p{Ll}+[.!?…]*$/u.test(text.trim());
  if (
    /^(select|insert|update|delete|with|create|alter|drop|grant|set|begin|from|where) /i.test(text) &&
    !/[.!?]$/.test(text)
  )
    return false;
  const classLike = words.filter((word) => /^-?[a-z]+([-:[\]/.()%\w]*[-:[/][-:[\]/.()%\w]*)$/.test(word));
  return classLike.length < words.length / 2;
}

function textsOfHtml(html, offset, content) {
  const plain = html.replace(/<(script|style)\b[^]*?<\/\1>/gi, (match) => match.replace(/[^\n]/g, ' '));
  return [
    ...plain.matchAll(/(?:^|>)([^<>]+)(?=<|$)|\b(?:content|title|alt|aria-label|placeholder)="([^"]+)"/g),
  ]
    .map((match) => ({
      line: content.slice(0, offset).split('\n').length + html.slice(0, match.index).split('\n').length - 1,
      text: (match[1] ?? match[2] ?? '').replace(/\s+/g, ' ').trim(),
    }))
    .filter(({ text }) => /\p{L}{2}/u.test(text) && text !== '{…}');
}
