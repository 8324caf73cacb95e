import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, type MatchesParams } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import styles from './match-days.module.css'
import { matchesTexts } from './matches-texts.ts'

interface MatchDaysProps {
  address: MatchesParams
  days: readonly { day: string; matches: number }[]
  today: string
}

/** A strip that is narrower shows one day before the chosen one, others two. */
const wideStripPx = 600

/** Days with their number of matches, scrolled to shortly before the chosen one: what comes is looked for more often. */
export function MatchDays({ address, days, today }: MatchDaysProps) {
  const texts = useTexts(matchesTexts)
  const box = useRef<HTMLElement>(null)
  const chosen = address.day ?? (address.team === undefined ? today : '')
  useEffect(() => {
    const strip = box.current
    const links = [...(strip?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.findIndex((link) => link.hasAttribute('aria-current'))
    if (!strip || at < 0) return
    const first = links[Math.max(0, at - (strip.clientWidth < wideStripPx ? 1 : 2))]
    strip.scrollLeft = first?.offsetLeft ?? 0
  }, [chosen, days.length])
  return (
    <nav ref={box} className={styles.days} aria-label={texts.days}>
      {days.map(({ day, matches }) => (
        <Link
          key={day}
          to={matchesUrl({ ...address, day: day === today && address.team === undefined ? undefined : day })}
          replace
          preventScrollReset
          aria-current={day === chosen ? 'page' : undefined}
          data-today={day === today || undefined}
        >
          {day === today ? texts.today : texts.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}
          <b>{Number(day.slice(8))}</b>
          {matches > 0 && <span>{texts.count(matches)}</span>}
        </Link>
      ))}
    </nav>
  )
}
