import type { Source, TitleDetail } from '@yunmu/contract'
import { playCount } from '../../domains/catalog/play-count.ts'
import { canOpen, isSerial } from '../../domains/media/episode-rules.ts'
import { FoldedText } from '../../domains/media/folded-text.tsx'
import { libraryTexts } from '../../domains/library/library-texts.ts'
import { ScoreButton } from '../../domains/library/score-button.tsx'
import { useOpinion } from '../../domains/library/use-opinion.ts'
import { continuation } from '../../domains/watch/watch-progress.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/texts.ts'
import { vodUrl } from '../../lib/urls.ts'
import { useShare } from '../../lib/use-share.ts'
import type { WatchRecord } from '../../lib/watch-record-rules.ts'
import { clockText } from '../../player/chrome/clock-text.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import styles from './details-head.module.css'
import { detailsTexts } from './details-texts.ts'

interface DetailsHeadProps {
  detail: TitleDetail
  source: Source | undefined
  records: readonly WatchRecord[]
}

/** The head of the page over the title's own picture. */
export function DetailsHead({ detail, source, records }: DetailsHeadProps) {
  const texts = useTexts(detailsTexts)
  const pictures = usePictures()
  return (
    <section
      className={styles.head}
      data-artwork
      aria-label={detail.name}
      style={{ '--ink': detail.ink, '--focus': `${detail.focus * 100}%` }}
    >
      <div className={styles.picture}>
        <img {...pictures(detail.backdrop, 'wide')} sizes="100vw" alt="" fetchPriority="high" />
      </div>
      <div className={styles.inner}>
        <img
          className={styles.poster}
          {...pictures(detail.img, 'poster')}
          sizes="(max-width: 599px) 112px, (max-width: 1199px) 200px, 268px"
          alt=""
        />
        <div className={styles.words}>
          {detail.latin !== '' && <p className={styles.latin}>{detail.latin}</p>}
          <h1 className={styles.title} style={{ '--length': [...detail.name].length }}>
            {detail.name}
          </h1>
          <HeadFacts detail={detail} source={source} />
        </div>
        <div className={styles.intro}>
          <FoldedText text={detail.intro} unfold={texts.unfold} fold={texts.fold} />
        </div>
        <div className={styles.buttons}>
          <PlayButton detail={detail} source={source} records={records} />
          <Opinions detail={detail} />
          <ShareButton name={detail.name} />
        </div>
        {detail.score > 0 && (
          <p className={styles.score}>
            <b>{detail.score.toFixed(1)}</b>
            {texts.scored(playCount(detail.scoreCount, texts.tenThousand))}
          </p>
        )}
      </div>
    </section>
  )
}

function HeadFacts({ detail }: Pick<DetailsHeadProps, 'detail' | 'source'>) {
  const facts = [
    detail.year > 0 ? String(detail.year) : '',
    detail.area,
    detail.genres.slice(0, 3).join(' · '),
    detail.vip ? 'VIP' : '',
  ].filter((fact) => fact !== '')
  return (
    <p className={styles.facts}>
      {detail.remarks !== '' && <strong>{detail.remarks}</strong>}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

/** Goes on where this browser left the title, or begins it. */
function PlayButton({ detail, source, records }: DetailsHeadProps) {
  const texts = useTexts(detailsTexts)
  const episodes = source?.episodes.filter(canOpen) ?? []
  const left = continuation(records, detail.id, (level) => episodes.some((episode) => episode.level === level))
  const level = left?.level ?? episodes[0]?.level
  if (level === undefined) return null
  const clock = left && left.currentTime > 0 ? clockText(left.currentTime) : ''
  const word = !left ? texts.play : isSerial(detail) ? texts.goOnEpisode(level, clock) : texts.goOn(clock)
  const line = source && source.id !== detail.sources[0]?.id ? source.id : undefined
  return (
    <ButtonLink look="primary" icon="play" to={vodUrl({ ...detail, level, source: line })}>
      {word}
    </ButtonLink>
  )
}

/** Keeping it as a word, liking and scoring it as squares. */
function Opinions({ detail }: { detail: TitleDetail }) {
  const texts = useTexts(libraryTexts)
  const opinion = useOpinion(detail)
  const { favourite, upped, score } = opinion
  const up = upped ? texts.upped : texts.up
  return (
    <>
      <Button
        look="overArt"
        icon={favourite ? 'heart-full' : 'heart'}
        className={styles.keep}
        aria-pressed={favourite}
        onClick={opinion.toggleFavourite}
      >
        {favourite ? texts.kept : texts.keep}
      </Button>
      <button
        type="button"
        className={styles.share}
        aria-label={up}
        title={up}
        aria-pressed={upped}
        onClick={opinion.giveUp}
      >
        <Icon name="thumb" />
      </button>
      <ScoreButton opinion={opinion} className={styles.share} label={score > 0 ? texts.scored(score) : texts.score}>
        {score > 0 ? <b>{score}</b> : <Icon name="star" />}
      </ScoreButton>
    </>
  )
}

function ShareButton({ name }: { name: string }) {
  const texts = useTexts(detailsTexts)
  const { share, isCopied } = useShare(name)
  return (
    <button type="button" className={styles.share} aria-label={texts.share} title={texts.share} onClick={share}>
      <PlayerIcon name="share" size={20} />
      <span role="status">{isCopied && <span className={styles.copied}>{texts.copied}</span>}</span>
    </button>
  )
}
