import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { turnsOfWork } from '../concurrency/event-loop-turns.ts';
import { AppError } from '../errors/app-error.ts';

/** What makes JSON costly to build and to check. */
export interface JsonLimits {
  maxValues: number;
  maxDepth: number;
}

const BODY_LIMITS: JsonLimits = {
  // An import of 10,000 rows has 100,000 values.
  maxValues: 120_000,
  // The contract nests four levels deep.
  maxDepth: 16,
};

/** Takes about a millisecond. */
const STEP_BYTES = 32 * 1024;

/**
 * Parses JSON in steps, so that other requests don't wait (SEC-22). Refuses keys of `Object.prototype` (SEC-14). Throws PAYLOAD_TOO_LARGE beyond
 * the limits and MALFORMED_BODY. Cost: n in the bytes.
 */
export async function readJson(json: Buffer, limits = BODY_LIMITS): Promise<unknown> {
  const reader = new LimitedReader(limits);
  const pause = turnsOfWork();
  for (let start = 0; start < json.length; start += STEP_BYTES) {
    if (start > 0) await pause();
    reader.write(json.subarray(start, start + STEP_BYTES));
  }
  return reader.end();
}

class LimitedReader {
  readonly #tokenizer = new Tokenizer();
  readonly #parser = new TokenParser({ paths: ['$'] });
  readonly #limits: JsonLimits;
  #result: unknown;
  #values = 0;
  #depth = 0;
  #last: unknown;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#parser.onValue = ({ value }) => (this.#result = value);
    // Without these, errors would be logged or thrown by turns.
    this.#parser.onError = this.#tokenizer.onError = (error) => {
      throw error;
    };
    this.#tokenizer.onToken = (token) => {
      this.#check(token.token);
      this.#last = token.value;
      this.#parser.write(token);
    };
  }

  write(bytes: Uint8Array): void {
    this.#refuseMalformed(() => this.#tokenizer.write(bytes));
  }

  end(): unknown {
    this.#refuseMalformed(() => {
      if (!this.#tokenizer.isEnded) this.#tokenizer.end();
      if (!this.#parser.isEnded) this.#parser.end();
    });
    return this.#result;
  }

  #check(token: TokenType): void {
    const { maxValues, maxDepth } = this.#limits;
    if (token === TokenType.COLON && isForbidden(this.#last)) throw new AppError('MALFORMED_BODY');
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      this.#depth += 1;
      this.#values += 1;
      if (this.#depth > maxDepth) throw tooMuch('levels');
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    else if (token === TokenType.COMMA) this.#values += 1;
    if (this.#values > maxValues) throw tooMuch('values');
  }

  /** The parser's own error quotes the text. */
  #refuseMalformed(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw error instanceof AppError ? error : new AppError('MALFORMED_BODY');
    }
  }
}

/** Includes `toString`, because converting such an object to text would fail. */
function isForbidden(key: unknown): boolean {
  return typeof key === 'string' && (key in Object.prototype || key === 'prototype');
}

function tooMuch(what: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', { cause: new Error(`Too many ${what} in a JSON body`) });
}
