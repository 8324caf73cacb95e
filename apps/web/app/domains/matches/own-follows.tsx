import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { competitionUrl, teamUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { Crest } from './crest.tsx'
import { FollowButton } from './follow-button.tsx'
import styles from './own-follows.module.css'
import { reminderChoiceTexts } from './reminder-choice-texts.ts'

/** The teams and competitions that the user follows, which can be ended here. Renders nothing without any. */
export function OwnFollows() {
  const texts = useTexts(reminderChoiceTexts)
  const { data } = useCall('matchFollows', {})
  if (!data || data.teams.length + data.competitions.length === 0) return null
  return (
    <section className={styles.follows} aria-labelledby="sports-follows">
      <h2 id="sports-follows" className={styles.name}>
        {texts.follows}
      </h2>
      <ul className={styles.list}>
        {data.teams.map((team) => (
          <li key={team.id} className={styles.one}>
            <Link to={teamUrl(team.id)} className={styles.link}>
              <Crest team={team} size={32} />
              <span>{team.name}</span>
            </Link>
            <FollowButton kind="team" item={team} size="row" />
          </li>
        ))}
        {data.competitions.map((competition) => (
          <li key={competition.id} className={styles.one}>
            <Link to={competitionUrl({ id: competition.id })} className={styles.link}>
              <Crest team={{ ...competition, colour: '' }} size={32} />
              <span>{competition.name}</span>
            </Link>
            <FollowButton kind="competition" item={competition} size="row" />
          </li>
        ))}
      </ul>
    </section>
  )
}
