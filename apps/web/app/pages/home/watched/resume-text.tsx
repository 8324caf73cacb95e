import { useState } from 'react'
import { episodeText, ageText } from '../../../domains/library/item-texts.ts'
import { clockUnlessJustNow } from '../../../domains/library/history-rules.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { useOpinion } from '../../../domains/library/use-opinion.ts'
import type { ReplyFrom } from '../../../lib/calls/calls.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { detailsUrl, vodUrl } from '../../../lib/urls.ts'
import { clockText } from '../../../player/chrome/seek/clock-text.ts'
import { PlayerIcon } from '../../../player/player-icon.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import hero from '../../../domains/catalog/hero-text.module.css'
import styles from './resume-text.module.css'
import type { Resumable } from './use-resumables.ts'
import { watchedTexts } from './watched-texts.ts'

/** Text of the hero for the title that the viewer is in the middle of: where, and how to go on. */
export function ResumeText({ item, detail }: Resumable & { detail: ReplyFrom<'vodDetail'> }) {
  const texts = useTexts(watchedTexts)
  const words = useTexts(libraryTexts)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  const { name, latin, intro } = detail
  const when = [ageText(item.time, nowSec, words), clockUnlessJustNow(item.time, nowSec)]
  const episode = episodeText(item, words)
  const isBegun = item.currentTime > 0
  const label = !item.isSerial
    ? texts.goOnFilm
    : isBegun
      ? texts.goOnEpisode(item.level)
      : texts.playEpisode(item.level)
  return (
    <div className={hero.words} style={{ '--length': [...name].length }}>
      <p className={hero.kicker}>
        <strong>{texts.goOn}</strong>
        <span>{texts.reachedAt(when.filter((word) => word !== null).join(' '))}</span>
      </p>
      <h2 className={hero.title}>{name}</h2>
      {latin !== '' && (
        <p className={hero.latin} lang="en">
          {latin}
        </p>
      )}
      {episode !== '' && <p className={styles.episode}>{episode}</p>}
      {intro !== '' && <p className={hero.intro}>{intro}</p>}
      {isBegun && item.duration > 0 && (
        <div className={styles.place}>
          <span className={styles.bar}>
            <span style={{ width: `${item.percent}%` }} />
          </span>
          <span>
            {clockText(item.currentTime)} / {clockText(item.duration)}
          </span>
        </div>
      )}
      <div className={hero.buttons}>
        <ButtonLink variant="primary" icon="play" to={vodUrl(item)}>
          {label}
        </ButtonLink>
        <ButtonLink variant="overArt" to={detailsUrl(item)} className={styles.wide}>
          {item.isSerial ? texts.episodes : texts.details}
        </ButtonLink>
        {isBegun && (
          <Link
            to={vodUrl({ ...item, atSec: 0 })}
            className={styles.square}
            aria-label={texts.fromStart}
            title={texts.fromStart}
          >
            <PlayerIcon name="replay" size={20} />
          </Link>
        )}
        <Favourite id={item.id} pidId={item.pidId} />
      </div>
    </div>
  )
}

function Favourite({ id, pidId }: { id: number; pidId: number }) {
  const words = useTexts(libraryTexts)
  const { favourite, toggleFavourite } = useOpinion({ id, pidId })
  return (
    <button
      type="button"
      className={styles.square}
      aria-label={words.addFavourite}
      title={words.addFavourite}
      aria-pressed={favourite}
      onClick={toggleFavourite}
    >
      <Icon name={favourite ? 'heart-full' : 'heart'} />
    </button>
  )
}
