import type { TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { largeCount } from '../../domains/catalog/large-count.ts'
import { CollapsibleText } from '../../ui/collapsible-text.tsx'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import { canOpen, isSerial, sourceOf } from '../../domains/media/episode-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { usePictures } from '../../lib/picture.ts'
import { detailsUrl, personUrl } from '../../lib/urls.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import type { Vod } from './use-vod.ts'
import { VodActions } from './vod-actions.tsx'
import { vodTexts } from './vod-texts.ts'
import styles from './vod-header.module.css'

const maxActors = 4

/** Name, facts and actions of the title being played. */
export function VodHeader({ detail, vod, player }: { detail: TitleDetail; vod: Vod; player: PlayerHandle }) {
  const texts = useTexts(vodTexts)
  const media = useTexts(mediaTexts)
  const aired = sourceOf(detail.sources, vod.panel.lineId)?.episodes.filter(canOpen).length ?? 0
  const isRunning = isSerial(detail) && aired < detail.totalEpisodes
  const facts = [
    detail.year > 0 ? String(detail.year) : '',
    detail.area,
    detail.genres.join('　'),
    isRunning
      ? media.aired(aired)
      : isSerial(detail) && detail.totalEpisodes > 0
        ? media.all(detail.totalEpisodes)
        : '',
    detail.schedule,
  ].filter((fact) => fact !== '')
  return (
    <div className={styles.words} id="intro">
      <div className={styles.head}>
        <h1 className={styles.title}>
          <Link to={detailsUrl(detail)}>
            <TitleName key={detail.logo} {...detail} />
          </Link>
          {vod.metadata.episode !== '' && <span className={styles.episode}>{vod.metadata.episode}</span>}
        </h1>
        {detail.score > 0 && (
          <p className={styles.score}>
            <b>{detail.score.toFixed(1)}</b>
            {texts.scored(largeCount(detail.scoreCount, texts.countUnits))}
          </p>
        )}
        <p className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <VodActions detail={detail} vod={vod} player={player} />
      <div className={styles.intro}>
        <CollapsibleText text={detail.intro} expandLabel={texts.unfold} collapseLabel={texts.fold} />
      </div>
      <dl className={styles.people}>
        <People role={texts.directors} names={detail.directors} />
        <People role={texts.actors} names={actorNames(detail)} />
      </dl>
    </div>
  )
}

/** The name of a title; where there is room for it, its logo. */
function TitleName({ name, logo }: Pick<TitleDetail, 'name' | 'logo'>) {
  const pictures = usePictures()
  const [isBroken, setBroken] = useState(false)
  if (logo === '' || isBroken) return name
  return (
    <>
      <img
        className={styles.logo}
        {...pictures(logo, 'poster')}
        sizes="320px"
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
      />
      <span className={styles.name}>{name}</span>
    </>
  )
}

/** Actors without crew members. */
const actorNames = ({ actors }: TitleDetail): string[] =>
  actors
    .filter(({ role }) => role === '' || /^[饰飾配]/.test(role))
    .slice(0, maxActors)
    .map(({ name }) => name)

function People({ role, names }: { role: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div>
      <dt>{role}</dt>
      {names.map((name) => (
        <dd key={name}>
          <Link to={personUrl(name)}>{name}</Link>
        </dd>
      ))}
    </div>
  )
}
