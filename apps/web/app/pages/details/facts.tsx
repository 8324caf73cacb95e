import type { Source, TitleDetail } from '@yunmu/contract'
import { largeCount } from '../../domains/catalog/large-count.ts'
import { isSerial } from '../../domains/media/episode-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsTexts } from './details-texts.ts'
import styles from './facts.module.css'

const maxActors = 4

/** Facts about a title; unknown ones are left out. */
export function Facts({ detail, source }: { detail: TitleDetail; source: Source | undefined }) {
  const texts = useTexts(detailsTexts)
  const performers = detail.actors.filter(({ role }) => role === '' || /^[饰飾配]/.test(role))
  const durations = source?.episodes.map(({ duration }) => duration).filter((duration) => duration > 0) ?? []
  const minutes = Math.round((durations[0] ?? 0) / 60)
  const facts: (readonly [string, string])[] = [
    [texts.director, detail.directors.join(texts.separator)],
    [
      texts.actors,
      performers
        .slice(0, maxActors)
        .map(({ name }) => name)
        .join(texts.separator),
    ],
    [texts.alias, detail.alias.join(texts.separator)],
    [isSerial(detail) ? texts.premiere : texts.released, detail.premiere],
    [texts.language, detail.lang],
    [texts.length, minutes === 0 ? '' : isSerial(detail) ? texts.minutesEach(minutes) : texts.minutes(minutes)],
    [texts.plays, detail.hits > 0 ? texts.times(largeCount(detail.hits, texts.countUnits)) : ''],
  ]
  const known = facts.filter(([, value]) => value !== '')
  if (known.length === 0) return null
  return (
    <section aria-label={texts.facts}>
      <h2 className={styles.head}>{texts.facts}</h2>
      <dl className={styles.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
