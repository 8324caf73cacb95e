import { maxPersonWorks, personDetail } from '@yunmu/contract'
import { personPicture } from '@yunmu/contract/drawn-people'
import { dependsOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged, listDependency } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { coworkersOf, creditOf, latinName } from '../people-rules.ts'

export function mountPersonDetail(registry: CallRegistry, { people, titles, toSimplified }: CatalogParts): void {
  mountCall(
    registry,
    personDetail,
    async ({ send, nowMs, refuse }) => {
      const name = toSimplified(send.name)
      // Any new title may be another work.
      dependsOn(listDependency(null, 'updatedAt'))
      const works = await people.worksOf(name, maxPersonWorks)
      const cards = await titles.cards(
        works.map(({ id }) => id),
        Math.floor(nowMs / 1000),
      )
      if (cards.length === 0) return refuse('NoSuchPerson')
      const cardOf = new Map(cards.map((card) => [card.id, card]))
      return {
        name,
        latin: latinName(name),
        portrait: personPicture(name),
        works: works.flatMap((work) => {
          const title = cardOf.get(work.id)
          return title ? [{ title, ...creditOf(name, work) }] : []
        }),
        coworkers: coworkersOf(name, works),
      }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
