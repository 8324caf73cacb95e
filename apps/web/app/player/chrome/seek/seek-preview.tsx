import { tileAt, type Tile } from '../../storyboard/storyboard.ts'
import { useChromeState } from '../chrome-context.ts'
import styles from './seek-bar.module.css'

const width = 192

/** Thumbnail and time under the pointer; only the time if there is no thumbnail. */
export function SeekPreview({ sec, share, clock }: { sec: number; share: number; clock: string }) {
  const tile = tileAt(
    useChromeState(({ tiles }) => tiles),
    sec,
  )
  const half = tile ? width / 2 : 30
  return (
    <>
      <span className={styles.place} style={{ left: `${share * 100}%` }} />
      <span
        className={styles.preview}
        style={{ left: `clamp(${half - 8}px, ${share * 100}%, calc(100% - ${half - 8}px))` }}
      >
        {tile && <TilePicture tile={tile} />}
        <span className={styles.clock}>{clock}</span>
      </span>
    </>
  )
}

/** The whole sheet is scaled, so that one download serves all of its thumbnails. */
function TilePicture({ tile }: { tile: Tile }) {
  const scale = width / tile.width
  return (
    <span
      className={styles.tile}
      style={{ width, height: Math.round(tile.height * scale) }}
      data-tile={`${tile.x},${tile.y}`}
    >
      <span
        style={{
          display: 'block',
          width: tile.width,
          height: tile.height,
          background: `url("${tile.sheet}") ${-tile.x}px ${-tile.y}px no-repeat`,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
      />
    </span>
  )
}
