type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
