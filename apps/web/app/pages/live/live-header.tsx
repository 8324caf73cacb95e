import type { ChannelDetail } from '@yunmu/contract'
import { ChannelLogo } from '../../domains/live/channel-logo.tsx'
import type { Follows } from '../../domains/live/use-follows.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { useShare } from '../../lib/shell/use-share.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './live-page.module.css'
import { livePageTexts } from './live-page-texts.ts'
import type { Live } from './use-live.ts'

interface LiveHeaderProps {
  detail: ChannelDetail
  live: Live
  follows: Follows
}

/** Current and next programme with times, and actions. */
export function LiveHeader({ detail, live, follows }: LiveHeaderProps) {
  const texts = useTexts(livePageTexts)
  const { shown, next } = live
  const sub = shown && 'sub' in shown ? shown.sub : ''
  return (
    <div className={styles.head}>
      <ChannelLogo channel={detail} size={56} />
      <div className={styles.words}>
        <h1 className={styles.title}>
          {shown?.name ?? detail.name}
          {sub !== '' && <span className={styles.sub}>{sub}</span>}
        </h1>
        <p className={styles.facts}>
          <span>{detail.name}</span>
          {shown && <span>{texts.until(clockOf(shown.start), clockOf(shown.end))}</span>}
          {next && (
            <span>
              {texts.next}
              <b>
                {clockOf(next.start)} {next.name}
              </b>
            </span>
          )}
        </p>
      </div>
      <Actions detail={detail} live={live} follows={follows} />
    </div>
  )
}

function Actions({ detail, live, follows }: LiveHeaderProps) {
  const texts = useTexts(livePageTexts)
  const { share, isCopied } = useShare(detail.name)
  const isFollowed = follows.ids.has(detail.id)
  const { startOver } = live
  return (
    <div className={styles.acts}>
      <button type="button" className={styles.act} aria-pressed={isFollowed} onClick={() => follows.toggle(detail.id)}>
        <Icon name={isFollowed ? 'heart-full' : 'heart'} size={18} />
        {isFollowed ? texts.followed : texts.follow}
      </button>
      {startOver && (
        <button type="button" className={styles.act} onClick={startOver}>
          <PlayerIcon name="replay" size={18} />
          {texts.fromStart}
        </button>
      )}
      <button type="button" className={styles.act} onClick={share}>
        <PlayerIcon name="share" size={18} />
        <span role="status">{isCopied ? texts.copied : texts.share}</span>
      </button>
    </div>
  )
}
