import type { TitleDraft } from '../domains/catalog/title-drafts.ts'

let counter = 0

/** A title with a name. `given` overrides fields. */
export function aTitle(given: Partial<TitleDraft> = {}): TitleDraft {
  counter++
  return {
    origin: `test:${counter}`,
    pidId: 2,
    typeId: 2,
    name: `片名${counter}`,
    letter: 'P',
    area: '内地',
    lang: '国语',
    year: 2026,
    genres: ['剧情'],
    ...given,
  }
}
