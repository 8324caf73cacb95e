import { createClusters } from './clusters.ts'
import { leftOf } from './lanes.ts'
import { countAt } from './merge.ts'
import { flies, type Metrics } from './metrics.ts'
import type { Placed } from './placed.ts'
import { createPaper, penOf, type Sprite, type Sprites } from './sprites.ts'

export interface Frame {
  /** In the order in which they are painted. */
  list: readonly Placed[]
  /** Will soon be on the picture: their texts are drawn before. */
  coming: readonly Placed[]
  sec: number
  metrics: Metrics
  /** Pixels of the screen in one of CSS. */
  ratio: number
  /** What the controls take at the foot. */
  freePx: number
  opacity: number
  /** One that stays where it was at a time. */
  held: { placed: Placed; sec: number } | undefined
}

export interface Painter {
  /** Answers whether texts remain to be drawn. */
  paint(frame: Frame): boolean
  /** Takes apart what was put together: some have changed, or gone. */
  loosen(): void
  clear(): void
  /** How many the last frame showed, and how many pictures of several there are. */
  stats(): { shown: number; clusters: number }
}

/** Milliseconds of a frame in which texts may be drawn, and while nothing is shown yet; at least one always is. */
const textsMs = 4
const restingTextsMs = 8
/** How often it is looked whether texts can be put together. */
const gatherFrames = 6

/** What is put on the canvas in one go. */
type Stamp = Pick<Sprite, 'image' | 'left' | 'top' | 'frame'>

type Lane = Pick<Placed, 'mode' | 'lane'>

/** Upper edge of one's lane, CSS pixels. */
export function laneTopOf({ mode, lane }: Lane, { height, lanePx, topPx, footPx }: Metrics, freePx: number): number {
  return mode === 'bottom' ? height - Math.max(footPx, freePx) - (lane + 1) * lanePx : topPx + lane * lanePx
}

/** Whether one is clear of the lanes from the top: controls and subtitles may leave no room at the foot of a small picture. */
export function hasRoom(placed: Lane, metrics: Metrics, freePx: number): boolean {
  const { topPx, lanes, lanePx } = metrics
  return placed.mode !== 'bottom' || laneTopOf(placed, metrics, freePx) >= topPx + lanes * lanePx
}

/** What stands lies over what flies. */
export function paintOrder(list: readonly Placed[]): Placed[] {
  const standing = list.filter(({ mode }) => !flies(mode))
  return standing.length === 0 ? [...list] : [...list.filter(({ mode }) => flies(mode)), ...standing]
}

export function createPainter(canvas: HTMLCanvasElement, sprites: Sprites): Painter {
  const pen = penOf(canvas.getContext('2d'))
  const clusters = createClusters(createPaper(canvas))
  let frameNo = 0
  /** Of the last frame. */
  let shown = 0
  const texts = createTexts(sprites)

  const clear = (): void => {
    if (shown > 0) pen.clearRect(0, 0, canvas.width, canvas.height)
    shown = 0
  }
  const stamp = (placed: Placed, of: Stamp, { sec, metrics, ratio, freePx, held }: Frame): void => {
    const x = leftOf(placed, placed === held?.placed ? held.sec : sec)
    const y = laneTopOf(placed, metrics, freePx) + (metrics.lanePx - placed.fontPx) / 2
    of.frame = frameNo
    // Whole pixels of the screen: nothing has to be smoothed, which costs several times as much.
    pen.drawImage(of.image, Math.round(x * ratio) + of.left, Math.round(y * ratio) + of.top)
  }
  /** Whether one is on a picture with others that holds as it is. */
  const isClustered = (placed: Placed, { held }: Frame): boolean => {
    const { cluster } = placed
    if (cluster && (placed.said.length > 1 || placed === held?.placed)) clusters.loosen(cluster)
    return placed.cluster !== null
  }
  const show = (placed: Placed, frame: Frame): boolean => {
    if (isClustered(placed, frame) && placed.cluster) {
      if (placed.cluster.frame !== frameNo) stamp(placed.cluster.first, placed.cluster, frame)
      shown++
      return true
    }
    const sprite = texts.of(placed, frame.sec, frameNo)
    if (!sprite) return false
    stamp(placed, sprite, frame)
    shown++
    return true
  }
  const prepare = ({ list, coming, ratio, sec, held }: Frame, isComplete: boolean): void => {
    const isReady = coming.every((placed) => {
      if (placed.cluster) placed.cluster.frame = frameNo
      return placed.cluster ?? texts.of(placed, sec, frameNo)
    })
    clusters.sweep(frameNo)
    // Before all texts are there the pictures would be many small ones.
    if (!isReady || !isComplete || frameNo % gatherFrames !== 0) return
    const free = [...list, ...coming].filter((placed) => placed !== held?.placed)
    clusters.gather(free, ratio, frameNo, performance.now() + textsMs)
  }
  return {
    paint: (frame) => {
      frameNo++
      clear()
      pen.globalAlpha = frame.opacity
      texts.begin(frame.list.length > 0 ? textsMs : restingTextsMs)
      let isWanting = false
      // Another frame helps those that wait for their turn, not those that there is no room for.
      for (const placed of frame.list) if (!show(placed, frame) && texts.isSpent()) isWanting = true
      prepare(frame, !isWanting)
      return isWanting
    },
    loosen: () => clusters.sweep(Infinity),
    clear,
    stats: () => ({ shown, clusters: clusters.count() }),
  }
}

/** Texts of what is placed, drawn where they are not yet, within the time that a frame has for that. */
function createTexts(sprites: Sprites) {
  let budgetMs = 0
  /** 0 before the first of a frame, which is always drawn. */
  let untilMs = 0
  let isSpent = false
  return {
    begin: (ms: number): void => {
      budgetMs = ms
      untilMs = 0
      isSpent = false
    },
    isSpent: (): boolean => isSpent,
    of: (placed: Placed, sec: number, frame: number): Sprite | null => {
      const { said, sprite, fontPx, color } = placed
      const count = said.length === 1 ? 1 : Math.max(1, countAt(said, sec))
      if (sprite && !sprite.isGone && sprite.count === count) return sprite
      if (isSpent) return null
      const danmaku = said[0]?.danmaku
      const look = { text: danmaku?.text ?? '', own: danmaku?.mine ?? false, fontPx, color, count }
      placed.sprite = sprites.get(look, frame)
      const nowMs = performance.now()
      if (untilMs === 0) untilMs = nowMs + budgetMs
      isSpent = nowMs >= untilMs
      return placed.sprite
    },
  }
}
