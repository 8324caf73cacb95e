import { drawLayers, type Layer as DrawnLayer } from '@yunmu/artwork'
import sharp from 'sharp'
import type { SceneScript } from './film-script.ts'
import { layerOf, type Layer } from './planes.ts'
import { runsOf, type RowRuns } from './runs.ts'

/** A plane of a scene, ready to be moved over. */
export interface SceneLayer extends Layer {
  /** 0 is the sky, 1 the nearest thing. */
  depth: number
  rows: RowRuns[]
  rowsHalf: RowRuns[]
}

/** More planes cost time in every frame and are hardly seen. */
const mostLayers = 4

/** Draws the planes of a scene, back to front. */
export async function loadScene({ seed, kind, palette }: SceneScript): Promise<SceneLayer[]> {
  const { layers } = drawLayers({ seed, shape: 'backdrop', kind, palette })
  const loaded: SceneLayer[] = []
  for (const group of joined(layers)) {
    const [back, ...front] = group.map(({ svg }) => Buffer.from(svg))
    const { data, info } = await sharp(back)
      .ensureAlpha()
      .composite(front.map((input) => ({ input })))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const layer = layerOf(data, width, height)
    loaded.push({
      ...layer,
      depth: group[0]?.depth ?? 0,
      rows: runsOf(layer.alpha, width, height),
      rowsHalf: runsOf(layer.alphaHalf, width / 2, height / 2),
    })
  }
  return loaded
}

/** Neighbours that stand closest together go together, until there are few enough. */
function joined(layers: readonly DrawnLayer[]): DrawnLayer[][] {
  const groups = layers.map((layer) => [layer])
  while (groups.length > mostLayers) {
    const gaps = groups.slice(1).map((group, at) => (group[0]?.depth ?? 0) - (groups[at]?.at(-1)?.depth ?? 0))
    const at = gaps.indexOf(Math.min(...gaps))
    groups.splice(at, 2, [...(groups[at] ?? []), ...(groups[at + 1] ?? [])])
  }
  return groups
}
