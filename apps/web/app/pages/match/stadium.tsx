import type { CSSProperties } from 'react'
import styles from './stadium.module.css'

/** A stadium under floodlights in the colours of the two teams: the artwork of matches. */
export function Stadium({ home, away }: { home: string; away: string }) {
  const colours: CSSProperties & Record<'--home' | '--away', string> = { '--home': home, '--away': away }
  return (
    <div className={styles.stadium} style={colours} aria-hidden="true">
      <span className={styles.lights} />
      <span className={styles.crowd} />
      <svg className={styles.pitch} viewBox="0 0 1440 220" preserveAspectRatio="xMidYMax slice">
        <rect width="1440" height="220" fill="#173527" />
        <path d="M0 0h240l-90 220H0zM480 0h240v220H400zM960 0h240l90 220H1000z" fill="#1b3c2c" />
        <g fill="none" stroke="#fff" strokeOpacity=".26" strokeWidth="2">
          <path d="M0 12h1440M720 12v208" />
          <ellipse cx="720" cy="150" rx="240" ry="70" />
        </g>
      </svg>
    </div>
  )
}
