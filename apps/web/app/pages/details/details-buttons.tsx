import type { Source, TitleDetail } from '@yunmu/contract'
import { canOpen, isSerial, sourceInUrl } from '../../domains/media/episode-rules.ts'
import { TitleDownload } from '../../domains/media/title-download.tsx'
import { shareableOf } from '../../domains/catalog/shareable.ts'
import { followText, waitingFor } from '../../domains/library/follow-rules.ts'
import { libraryTexts } from '../../domains/library/library-texts.ts'
import { ScoreButton } from '../../domains/library/score-button.tsx'
import { useOpinion } from '../../domains/library/use-opinion.ts'
import { continuation } from '../../domains/watch/watch-progress.ts'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { detailsUrl, vodUrl } from '../../lib/urls.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { clockText } from '../../player/chrome/seek/clock-text.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './details-buttons.module.css'
import { detailsTexts } from './details-texts.ts'

/** Pictures of episodes to choose from when the title is shared. */
const maxStills = 2

export interface DetailsButtonsProps {
  detail: TitleDetail
  source: Source | undefined
  records: readonly WatchRecord[]
}

/** Actions on a title: play, favourite, like, score, share. */
export function DetailsButtons(props: DetailsButtonsProps) {
  return (
    <div className={styles.buttons}>
      <PlayButton {...props} />
      <Opinions key={props.detail.id} detail={props.detail} />
      <ShareButton detail={props.detail} source={props.source} />
      <TitleDownload
        key={`download ${props.detail.id}`}
        detail={props.detail}
        source={props.source}
        className={styles.share}
      />
    </div>
  )
}

/** Resumes the title at this browser's position, or starts it. */
function PlayButton({ detail, source, records }: DetailsButtonsProps) {
  const texts = useTexts(detailsTexts)
  const episodes = source?.episodes.filter(canOpen) ?? []
  const resume = continuation(records, detail.id, (level) => episodes.some((episode) => episode.level === level))
  const level = resume?.level ?? episodes[0]?.level
  if (level === undefined) return null
  const clock = resume && resume.currentTime > 0 ? clockText(resume.currentTime) : ''
  const word = !resume ? texts.play : isSerial(detail) ? texts.goOnEpisode(level, clock) : texts.goOn(clock)
  const line = sourceInUrl(detail.sources, source?.id)
  return (
    <ButtonLink variant="primary" icon="play" to={vodUrl({ ...detail, level, source: line })}>
      {word}
    </ButtonLink>
  )
}

const Opinions = import.meta.env.SSR
  ? shareMarkup(OpinionButtons, ({ detail }) => [waitingFor(detail)])
  : OpinionButtons

/** Favourite as a labelled button, like and score as icon buttons. The server renders them without an opinion. */
function OpinionButtons({ detail }: { detail: TitleDetail }) {
  const texts = useTexts(libraryTexts)
  const opinion = useOpinion(detail)
  const { favourite, upped, score } = opinion
  const up = upped ? texts.upped : texts.up
  const laterLabel = opinion.later ? texts.inLater : texts.later
  const waiting = waitingFor(detail)
  return (
    <>
      {waiting && (
        <Button
          variant="overArt"
          icon="bell"
          className={styles.keep}
          aria-pressed={opinion.followed}
          onClick={opinion.toggleFollowed}
        >
          {followText(waiting, opinion.followed, texts)}
        </Button>
      )}
      <Button
        variant="overArt"
        icon={favourite ? 'heart-full' : 'heart'}
        className={styles.keep}
        aria-pressed={favourite}
        onClick={opinion.toggleFavourite}
      >
        {favourite ? texts.favourited : texts.addFavourite}
      </Button>
      <button
        type="button"
        className={styles.share}
        aria-label={laterLabel}
        title={laterLabel}
        aria-pressed={opinion.later}
        onClick={opinion.toggleLater}
      >
        <Icon name="clock" />
      </button>
      <button
        type="button"
        className={styles.share}
        aria-label={texts.lists}
        title={texts.lists}
        aria-haspopup="dialog"
        onClick={() => void openDialog('lists', detail.id)}
      >
        <Icon name="list" />
      </button>
      <button
        type="button"
        className={styles.share}
        aria-label={up}
        title={up}
        aria-pressed={upped}
        onClick={opinion.like}
      >
        <Icon name="thumb" />
      </button>
      <ScoreButton opinion={opinion} className={styles.share} label={score > 0 ? texts.scored(score) : texts.score}>
        {score > 0 ? <b>{score}</b> : <Icon name="star" />}
      </ScoreButton>
    </>
  )
}

function ShareButton({ detail, source }: Pick<DetailsButtonsProps, 'detail' | 'source'>) {
  const texts = useTexts(detailsTexts)
  const absolute = useAbsolute()
  const share = (): void => {
    const own = shareableOf(detail)
    const [backdrop, ...others] = own.pictures
    const stills = (source?.episodes ?? [])
      .filter(({ state, img }) => state === 'ready' && img !== '')
      .slice(0, maxStills)
    void openDialog('share', {
      ...own,
      pictures: [
        ...(backdrop ? [backdrop] : []),
        ...stills.map(({ img }) => ({ address: img, shape: 'wide' as const })),
        ...others,
      ],
      part: '',
      isLive: false,
      atSec: null,
      urlOf: () => absolute(detailsUrl(detail)),
      moreFrames: null,
    })
  }
  return (
    <button
      type="button"
      className={styles.share}
      aria-label={texts.share}
      title={texts.share}
      aria-haspopup="dialog"
      onClick={share}
    >
      <PlayerIcon name="share" size={20} />
    </button>
  )
}
