import type { MatchTeam, StatisticRow } from '@yunmu/contract'
import { shareOf } from '../../domains/matches/match-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './statistics.module.css'

interface StatisticsProps {
  rows: readonly StatisticRow[]
  home: MatchTeam
  away: MatchTeam
}

/** Figures of both sides with their shares. */
export function Statistics({ rows, home, away }: StatisticsProps) {
  const texts = useTexts(matchPageTexts)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics" className={styles.heading}>
        {texts.statistics}
      </h2>
      <table className={styles.table}>
        <thead className="unseen">
          <tr>
            <th scope="col">{home.name}</th>
            <th scope="col">{texts.statistics}</th>
            <th scope="col">{away.name}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} colours={[home.colour, away.colour]} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, colours }: { row: StatisticRow; colours: readonly [string, string] }) {
  const { label, unit, home, away } = row
  const share = shareOf(home, away) ?? 50
  return (
    <tr className={styles.row}>
      <td>
        {home}
        {unit}
      </td>
      <th scope="row">{label}</th>
      <td>
        {away}
        {unit}
      </td>
      <td className={styles.bar} aria-hidden="true">
        <span style={{ flexGrow: share, background: colours[0] }} />
        <span style={{ flexGrow: 100 - share, background: colours[1] }} />
      </td>
    </tr>
  )
}
