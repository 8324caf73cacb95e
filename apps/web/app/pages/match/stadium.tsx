import { sports, type Match } from '@yunmu/contract'
import type { CSSProperties } from 'react'
import styles from './stadium.module.css'

/** The ground, from the far line to the near one. */
const grounds = {
  grass: { base: '#173527', bands: '#1b3c2c', circle: { cy: 150, rx: 240, ry: 70 } },
  floor: { base: '#3a2a1d', bands: '#40301f', circle: { cy: 150, rx: 150, ry: 44 } },
} as const

/** A stadium under floodlights in the colours of the two teams: the artwork of matches. */
export function Stadium({ match: { sport, home, away } }: { match: Pick<Match, 'sport' | 'home' | 'away'> }) {
  const colours: CSSProperties & Record<'--home' | '--away', string> = { '--home': home.colour, '--away': away.colour }
  const { base, bands, circle } = grounds[sports[sport].ground]
  return (
    <div className={styles.stadium} style={colours} aria-hidden="true">
      <span className={styles.lights} />
      <span className={styles.crowd} />
      <svg className={styles.pitch} viewBox="0 0 1440 220" preserveAspectRatio="xMidYMax slice">
        <rect width="1440" height="220" fill={base} />
        <path d="M0 0h240l-90 220H0zM480 0h240v220H400zM960 0h240l90 220H1000z" fill={bands} />
        <g fill="none" stroke="#fff" strokeOpacity=".26" strokeWidth="2">
          <path d="M0 12h1440M720 12v208" />
          <ellipse cx="720" {...circle} />
        </g>
      </svg>
    </div>
  )
}
