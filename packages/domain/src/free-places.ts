/** The places of a list that are not taken yet. A call costs nearly the same however many are taken. */
export class FreePlaces {
  /** A taken place points to a later one. */
  readonly #next: number[];

  constructor(length: number) {
    this.#next = Array.from({ length: length + 1 }, (_, place) => place);
  }

  /** Returns the first free place from this one on, or the list's length. */
  from(place: number): number {
    let free = place;
    while (this.#after(free) !== free) free = this.#after(free);
    // The next call skips what this one passed.
    for (let passed = place; passed !== free;) {
      const next = this.#after(passed);
      this.#next[passed] = free;
      passed = next;
    }
    return free;
  }

  take(place: number): void {
    this.#next[place] = place + 1;
  }

  #after(place: number): number {
    return this.#next.at(place) ?? place;
  }
}
