import { html, type SafeHtml } from '@oinkly/test-banks/html';
import { deviceCode } from '../credentials.ts';
import type { Institution } from '../institutions.ts';
import type { Challenge } from '../storage/link-sessions.ts';
import { bankHead, layout, leaveForm, type PageFrame, type Problem, problemBox, progress } from './pages.ts';

const devices = ['Text message to (•••) •••-0142', 'Email to u•••@example.com'];

const securityQuestions = [
  'What was the name of your first pet?',
  'In which town did you grow up?',
  'What was your first school called?',
  'What is your favorite book?',
  'What was the make of your first car?',
  'In which month did you first see snow?',
  'What did you want to be as a child?',
  'What is the name of your oldest friend?',
  'What is your favorite dish?',
];

const choiceQuestions = [
  'Are you logging in right now?',
  'Do you know this device?',
  'Have you logged in here before?',
  'Is your address still the same?',
  'Do you have a card with us?',
  'Do you save with us?',
  'Did you open your account at a branch?',
  'Have you been with us for more than a year?',
  'Do you get your statements by mail?',
];

interface Question {
  heading: string;
  lead: string;
  hint: SafeHtml | null;
  fields: SafeHtml;
  button: string;
}

const invalid = html` aria-invalid="true" aria-describedby="problem"`;

function textField(label: string, index: number, hasProblem: boolean, more: SafeHtml | null): SafeHtml {
  return html`<div class="field">
    <label for="answer-${index}">${label}</label
    ><input
      id="answer-${index}"
      name="answer-${index}"
      type="text"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      maxlength="100"
      required${more}${hasProblem ? invalid : null}${index === 0 ? html` autofocus` : null}
    />
  </div>`;
}

interface Choice {
  value: string;
  label: string;
  checked: boolean;
}

function choiceField(
  legend: string,
  index: number,
  hasProblem: boolean,
  choices: readonly Choice[],
): SafeHtml {
  const items = choices.map(
    ({ value, label, checked }, position) =>
      html`<li>
        <label class="account"
          ><input
            type="radio"
            name="answer-${index}"
            value="${value}"
            required${checked ? html` checked` : null}${index === 0 && position === 0 ? html` autofocus` : null}
          /><span class="what"><b>${label}</b></span></label
        >
      </li>`,
  );
  return html`<fieldset role="radiogroup" ${hasProblem ? invalid : null}>
    <legend class="label">${legend}</legend>
    <ul class="list">
      ${items}
    </ul>
  </fieldset>`;
}

function questionOf(challenge: Challenge, bank: Institution, hasProblem: boolean): Question {
  const lead = `${bank.name} wants to confirm your identity.`;
  const headingOf = (count: number) => (count === 1 ? 'Answer a question' : 'Answer some questions');
  switch (challenge.kind) {
    case 'device': {
      const choices = devices.map((label, index) => ({ value: String(index), label, checked: index === 0 }));
      return {
        heading: 'How should the code reach you?',
        lead: `${bank.name} wants to confirm your identity, and sends you a code.`,
        hint: null,
        fields: choiceField('Send the code by', 0, hasProblem, choices),
        button: 'Send code',
      };
    }
    case 'code':
      return {
        heading: 'Enter the code',
        lead: `${bank.name} has sent you a code. It works for a few minutes.`,
        hint: html`This is a test bank, which sends nothing. The code is <code>${deviceCode}</code>.`,
        fields: textField('Code', 0, hasProblem, html` inputmode="numeric"`),
        button: 'Continue',
      };
    case 'questions': {
      const { round, count } = challenge;
      const questions = securityQuestions.slice(0, count);
      return {
        heading: headingOf(count),
        lead,
        hint: html`This is a test bank. The first answer is
          <code>answer_${round}_0</code>${count === 1 ? '.' : ', and so on.'}`,
        fields: html`${questions.map((question, index) => textField(question, index, hasProblem, null))}`,
        button: 'Continue',
      };
    }
    case 'selections': {
      const fields = challenge.questions.map((answers, index) => {
        const choices = answers.map((answer) => ({ value: answer, label: answer, checked: false }));
        return choiceField(choiceQuestions[index] ?? '', index, hasProblem, choices);
      });
      return {
        heading: headingOf(fields.length),
        lead,
        hint: html`This is a test bank. The first answer is always right.`,
        fields: html`${fields}`,
        button: 'Continue',
      };
    }
  }
}

export function mfaPage(
  frame: PageFrame,
  bank: Institution,
  challenge: Challenge,
  problem: Problem | null,
  backPath: string,
): string {
  const { heading, lead, hint, fields, button } = questionOf(challenge, bank, problem !== null);
  return layout(
    frame,
    problem === null ? heading : `Error: ${heading}`,
    leaveForm(frame),
    html`${progress(3)} ${bankHead(bank)}
      <h1>${heading}</h1>
      <p class="lead">${lead}</p>
      ${problem === null ? null : problemBox('That’s not right', problem.message)}
      ${hint === null ? null : html`<p class="hint">${hint}</p>`}
      <form method="post" action="${frame.linkPath}/mfa">
        ${fields}
        <div class="actions"><button class="button" type="submit">${button}</button></div>
      </form>
      <div class="actions"><a class="text-button" href="${backPath}">Back</a></div>`,
  );
}
