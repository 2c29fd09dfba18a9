// `npm run test:advisories`: fails on high or critical advisories of what the server and the browser run, unless
// accepted-advisories.json gives the reason why one does no harm here. Without an answer of the registry, nothing is checked.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { root } from './project.mjs';

const FAILING = new Set(['high', 'critical']);
const [acceptedFile = new URL('accepted-advisories.json', import.meta.url)] = process.argv.slice(2);
const accepted = JSON.parse(readFileSync(acceptedFile, 'utf8'));

const report = await audit();
if (report.vulnerabilities === undefined) {
  console.log(`Not checked: the registry gave no answer about advisories (${reasonIn(report)}).`);
} else {
  const found = advisoriesIn(report);
  const bad = found.filter(({ id }) => !accepted[id]);
  for (const { id, severity, name, title } of bad) console.error(`${severity}: ${name}: ${title} (${id})`);
  for (const id of Object.keys(accepted)) {
    if (!found.some((one) => one.id === id)) console.log(`${id} no longer applies: remove it from the list.`);
  }
  if (bad.length > 0) {
    console.error(
      `\n${bad.length} to fix: update the package, or say in scripts/accepted-advisories.json why it does no harm here.`,
    );
    process.exitCode = 1;
  } else {
    const how = found.length > 0 ? `, ${found.length} accepted` : '';
    console.log(`No high or critical advisory${how}.`);
  }
}

/** npm ends with an error if it finds something, so only its output counts. */
async function audit() {
  const npm = process.env.npm_execpath;
  const args = ['audit', '--omit=dev', '--json'];
  const [program, ...rest] = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const child = spawn(program, rest, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const output = await text(child.stdout);
  try {
    return JSON.parse(output);
  } catch {
    // The output is all there is to say.
    return { message: output.trim().slice(0, 200) || 'npm said nothing' };
  }
}

function reasonIn({ message, error }) {
  return message ?? error?.summary ?? error?.code ?? 'no reason given';
}

/** Each advisory once. A package that only depends on another names it by a string. */
function advisoriesIn({ vulnerabilities }) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  );
  const failing = all.filter(({ severity }) => FAILING.has(severity));
  return [...new Map(failing.map((one) => [idOf(one), { ...one, id: idOf(one) }])).values()];
}

function idOf({ url, source }) {
  return /GHSA-[\w-]+/.exec(url ?? '')?.[0] ?? String(source);
}
