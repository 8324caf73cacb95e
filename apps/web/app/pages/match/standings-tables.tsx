import type { Sport, Standings, StandingsRow } from '@yunmu/contract'
import { useState } from 'react'
import { Concealed } from '../../domains/matches/concealed.tsx'
import { Crest } from '../../domains/matches/crest.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { teamUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { competitionTexts } from './competition-texts.ts'
import styles from './standings-tables.module.css'

interface StandingsTablesProps {
  standings: readonly Standings[]
  sport: Sport
}

/** The tables of a season: of each stage, and of each of its groups. They tell results: hidden with all scores. */
export function StandingsTables({ standings, sport }: StandingsTablesProps) {
  const texts = useTexts(competitionTexts)
  const words = useTexts(matchTexts)
  const [isOpened, setOpened] = useState(false)
  if (standings.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="standings">
      <h2 id="standings" className={styles.heading}>
        {texts.standings}
      </h2>
      <Concealed isOpened={isOpened} open={() => setOpened(true)} words={words.tableHidden} label={words.revealTable}>
        {standings.map((table) => (
          <Table key={`${table.stageId} ${table.group}`} table={table} sport={sport} />
        ))}
      </Concealed>
    </section>
  )
}

function Table({ table: { stage, group, rankBy, rows }, sport }: { table: Standings; sport: Sport }) {
  const texts = useTexts(competitionTexts)
  const caption = [stage, group].filter((word) => word !== '').join(' ')
  return (
    <div className={styles.scrolled}>
      <table className={styles.table}>
        <caption>{caption === '' ? <span className="unseen">{texts.standings}</span> : caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{texts.rank}</span>
            </th>
            <th scope="col">{texts.team}</th>
            <th scope="col">{texts.played}</th>
            <th scope="col">{texts.won}</th>
            {sport.hasDraws && <th scope="col">{texts.drawn}</th>}
            <th scope="col">{texts.lost}</th>
            <th scope="col" className={styles.wide}>
              {sport.scoring === 'periods' ? texts.sets : texts.goals}
            </th>
            <th scope="col">{texts.points}</th>
            <th scope="col" className={styles.wide}>
              {texts.form}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.team.id} row={row} hasDraws={sport.hasDraws} />
          ))}
        </tbody>
      </table>
      <p className={styles.rule}>
        {texts.rankedBy}
        {rankBy.map((key) => texts.rankWords[key]).join('、')}
      </p>
    </div>
  )
}

function Row({ row, hasDraws }: { row: StandingsRow; hasDraws: boolean }) {
  const texts = useTexts(competitionTexts)
  const { rank, team, played, won, drawn, lost, scored, conceded, points, form } = row
  return (
    <tr>
      <td className={styles.rank}>{rank}</td>
      <th scope="row">
        <Link to={teamUrl(team.id)} className={styles.team}>
          <Crest team={team} size={24} />
          <span>{team.name}</span>
        </Link>
      </th>
      <td>{played}</td>
      <td>{won}</td>
      {hasDraws && <td>{drawn}</td>}
      <td>{lost}</td>
      <td className={styles.wide}>
        {scored}/{conceded}
      </td>
      <td className={styles.points}>{points}</td>
      <td className={styles.wide}>
        <span className={styles.form}>
          {form.map((result, at) => (
            <i key={at} data-result={result}>
              {texts.formOf[result]}
            </i>
          ))}
        </span>
      </td>
    </tr>
  )
}
