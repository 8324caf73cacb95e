import { createClusters } from './clusters.ts'
import { leftOf } from './lanes.ts'
import { countAt } from './merge.ts'
import { isMoving, type Metrics } from './metrics.ts'
import type { Placed } from './placed.ts'
import { createSurface, requireContext, type Sprite, type Sprites } from './sprites.ts'

export interface Frame {
  /** In painting order. */
  list: readonly Placed[]
  /** Visible soon: their texts are rendered in advance. */
  upcoming: readonly Placed[]
  sec: number
  metrics: Metrics
  /** Screen pixels per CSS pixel. */
  ratio: number
  /** Height of the controls at the bottom. */
  reservedPx: number
  opacity: number
  /** Danmaku that is held at its position of a time. */
  held: { placed: Placed; sec: number } | undefined
}

export interface Painter {
  /** Returns whether texts remain to be rendered. */
  paint(frame: Frame): boolean
  /** Dissolves all clusters, because members have changed or were removed. */
  dissolveClusters(): void
  clear(): void
  /** Number of danmaku in the last frame, and of clusters. */
  stats(): { shown: number; clusters: number }
}

/** Milliseconds per frame for rendering texts, and while nothing is shown; at least one text is always rendered. */
const textBudgetMs = 4
const idleTextBudgetMs = 8
/** Interval of building clusters, in frames. */
const clusterEveryFrames = 6

/** What is drawn with one call. */
type Drawable = Pick<Sprite, 'image' | 'left' | 'top' | 'frame'>

type Lane = Pick<Placed, 'mode' | 'lane'>

/** Top edge of the lane, CSS pixels. */
export function laneTopOf(
  { mode, lane }: Lane,
  { height, lanePx, topPx, bottomPx }: Metrics,
  reservedPx: number,
): number {
  return mode === 'bottom' ? height - Math.max(bottomPx, reservedPx) - (lane + 1) * lanePx : topPx + lane * lanePx
}

/** Whether a bottom danmaku is clear of the top lanes: on small pictures controls and subtitles may leave no space. */
export function hasRoom(placed: Lane, metrics: Metrics, reservedPx: number): boolean {
  const { topPx, lanes, lanePx } = metrics
  return placed.mode !== 'bottom' || laneTopOf(placed, metrics, reservedPx) >= topPx + lanes * lanePx
}

/** Fixed danmaku are painted over moving ones. */
export function paintOrder(list: readonly Placed[]): Placed[] {
  const standing = list.filter(({ mode }) => !isMoving(mode))
  return standing.length === 0 ? [...list] : [...list.filter(({ mode }) => isMoving(mode)), ...standing]
}

export function createPainter(canvas: HTMLCanvasElement, sprites: Sprites): Painter {
  const context = requireContext(canvas.getContext('2d'))
  const clusters = createClusters(createSurface(canvas))
  let frameNo = 0
  /** Number of danmaku in the last frame. */
  let shown = 0
  const texts = createTextRenderer(sprites)

  const clear = (): void => {
    if (shown > 0) context.clearRect(0, 0, canvas.width, canvas.height)
    shown = 0
  }
  const draw = (placed: Placed, drawable: Drawable, { sec, metrics, ratio, reservedPx, held }: Frame): void => {
    const x = leftOf(placed, placed === held?.placed ? held.sec : sec)
    const y = laneTopOf(placed, metrics, reservedPx) + (metrics.lanePx - placed.fontPx) / 2
    drawable.frame = frameNo
    // Whole screen pixels avoid resampling, which is several times slower.
    context.drawImage(drawable.image, Math.round(x * ratio) + drawable.left, Math.round(y * ratio) + drawable.top)
  }
  /** Whether it is part of a valid cluster. */
  const isClustered = (placed: Placed, { held }: Frame): boolean => {
    const { cluster } = placed
    if (cluster && (placed.occurrences.length > 1 || placed === held?.placed)) clusters.dissolve(cluster)
    return placed.cluster !== null
  }
  const show = (placed: Placed, frame: Frame): boolean => {
    if (isClustered(placed, frame) && placed.cluster) {
      if (placed.cluster.frame !== frameNo) draw(placed.cluster.first, placed.cluster, frame)
      shown++
      return true
    }
    const sprite = texts.of(placed, frame.sec, frameNo)
    if (!sprite) return false
    draw(placed, sprite, frame)
    shown++
    return true
  }
  const prepare = ({ list, upcoming, ratio, sec, held }: Frame, isComplete: boolean): void => {
    const isReady = upcoming.every((placed) => {
      if (placed.cluster) placed.cluster.frame = frameNo
      return placed.cluster ?? texts.of(placed, sec, frameNo)
    })
    clusters.sweep(frameNo)
    // Before all texts are rendered, clusters would be small.
    if (!isReady || !isComplete || frameNo % clusterEveryFrames !== 0) return
    const free = [...list, ...upcoming].filter((placed) => placed !== held?.placed)
    clusters.build(free, ratio, frameNo, performance.now() + textBudgetMs)
  }
  return {
    paint: (frame) => {
      frameNo++
      clear()
      context.globalAlpha = frame.opacity
      texts.begin(frame.list.length > 0 ? textBudgetMs : idleTextBudgetMs)
      let needsFrame = false
      // Another frame helps if the time budget was exhausted, not if the memory was.
      for (const placed of frame.list) if (!show(placed, frame) && texts.isSpent()) needsFrame = true
      prepare(frame, !needsFrame)
      return needsFrame
    },
    dissolveClusters: () => clusters.sweep(Infinity),
    clear,
    stats: () => ({ shown, clusters: clusters.count() }),
  }
}

/** Renders missing texts within the frame's time budget. */
function createTextRenderer(sprites: Sprites) {
  let budgetMs = 0
  /** 0 before the frame's first text, which is always rendered. */
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
      const { occurrences, sprite, fontPx, color } = placed
      const count = occurrences.length === 1 ? 1 : Math.max(1, countAt(occurrences, sec))
      if (sprite && !sprite.isEvicted && sprite.count === count) return sprite
      if (isSpent) return null
      const danmaku = occurrences[0]?.danmaku
      const spec = { text: danmaku?.text ?? '', own: danmaku?.mine ?? false, fontPx, color, count }
      placed.sprite = sprites.get(spec, frame)
      const nowMs = performance.now()
      if (untilMs === 0) untilMs = nowMs + budgetMs
      isSpent = nowMs >= untilMs
      return placed.sprite
    },
  }
}
