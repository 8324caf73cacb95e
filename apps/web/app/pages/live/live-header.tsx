import type { ChannelDetail } from '@yunmu/contract'
import { ChannelLogo } from '../../domains/live/channel-logo.tsx'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import type { Follows } from '../../domains/live/use-follows.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import type { SharePicture } from '../../lib/shell/share-subject.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './live-page.module.css'
import { livePageTexts } from './live-page-texts.ts'
import type { Live } from './use-live.ts'

interface LiveHeaderProps {
  player: PlayerHandle
  detail: ChannelDetail
  live: Live
  follows: Follows
}

/** Current and next programme with times, and actions. */
export function LiveHeader({ player, detail, live, follows }: LiveHeaderProps) {
  const texts = useTexts(livePageTexts)
  const words = useTexts(channelTexts)
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
          {/* Without a programme the heading is the channel's name. */}
          <span>{shown ? detail.name : words.noGuide}</span>
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
      <Actions player={player} detail={detail} live={live} follows={follows} />
    </div>
  )
}

function Actions({ player, detail, live, follows }: LiveHeaderProps) {
  const texts = useTexts(livePageTexts)
  const share = useShare({ player, detail, live })
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
      <button type="button" className={styles.act} aria-haspopup="dialog" onClick={share}>
        <PlayerIcon name="share" size={18} />
        {texts.share}
      </button>
    </div>
  )
}

/** Returns a function that opens the share panel for the channel or the replayed programme. A broadcast goes on meanwhile. */
function useShare({ player, detail, live }: Omit<LiveHeaderProps, 'follows'>): () => void {
  const absolute = useAbsolute()
  const { shown, replay } = live
  return () => {
    const frame = player.captureFrame()
    const times = shown ? `${clockOf(shown.start)} – ${clockOf(shown.end)}` : ''
    const img = shown?.img ?? ''
    const pictures: SharePicture[] = [
      ...(frame ? [{ frame }] : []),
      ...(img === '' ? [] : [{ address: img, shape: 'wide' as const }]),
    ]
    void openDialog('share', {
      name: shown?.name ?? detail.name,
      part: shown ? detail.name : '',
      facts: times,
      isLive: replay === null,
      atSec: null,
      urlOf: () => absolute(channelUrl(detail, { programme: replay?.id })),
      pictures,
      moreFrames: null,
      lines: [],
    })
  }
}
