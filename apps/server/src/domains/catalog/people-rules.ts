import type { PersonWork } from '@yunmu/contract'
import { pinyinOf } from '@yunmu/zh'
import type { CreditedTitle } from './people-store.ts'

/** Pure rules of people. */

/** `SHEN BEIWANG`; empty for names that are not Chinese. */
export function latinName(name: string): string {
  if (!/^\p{Script=Han}{2,4}$/u.test(name)) return ''
  const [family = '', ...given] = [...name].map(pinyinOf)
  return `${family} ${given.join('')}`.toUpperCase()
}

/** What a person did in a title. */
export function creditOf(name: string, { directors, actors }: CreditedTitle): Omit<PersonWork, 'title'> {
  const parts = actors.filter((actor) => actor.name === name)
  return {
    directed: directors.includes(name),
    acted: parts.length > 0,
    role: parts.map(({ role }) => role).find((role) => role !== '') ?? '',
  }
}

const maxCoworkers = 6
const minShared = 2

/** People of several of these titles besides one, the most frequent first. */
export function coworkersOf(
  name: string,
  works: readonly CreditedTitle[],
): { name: string; isDirector: boolean; count: number }[] {
  const counts = new Map<string, { count: number; directed: number }>()
  for (const { directors, actors } of works) {
    for (const other of new Set([...directors, ...actors.map((actor) => actor.name)])) {
      if (other === name || other === '') continue
      const { count, directed } = counts.get(other) ?? { count: 0, directed: 0 }
      counts.set(other, { count: count + 1, directed: directed + Number(directors.includes(other)) })
    }
  }
  return [...counts]
    .filter(([, { count }]) => count >= minShared)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .slice(0, maxCoworkers)
    .map(([other, { count, directed }]) => ({ name: other, isDirector: directed * 2 >= count, count }))
}
