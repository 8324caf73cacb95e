import { drawLayers, type Layer as DrawnLayer } from '@yunmu/artwork'
import sharp from 'sharp'
import type { SceneScript } from '../film-script.ts'
import { layerOf, type Layer } from './yuv-image.ts'
import { opacitySpans, type RowSpans } from './opacity-spans.ts'

/** A rasterised layer of a scene. */
export interface SceneLayer extends Layer {
  /** 0 is the farthest layer (the sky), 1 the nearest. */
  depth: number
  rows: RowSpans[]
  rowsHalf: RowSpans[]
}

/** More layers cost time in every frame and make little visible difference. */
const maxLayers = 4

/** Draws the layers of a scene, back to front. */
export async function loadScene({ seed, kind, palette }: SceneScript): Promise<SceneLayer[]> {
  const { layers } = drawLayers({ seed, shape: 'backdrop', kind, palette })
  const loaded: SceneLayer[] = []
  for (const group of mergedLayers(layers)) {
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
      rows: opacitySpans(layer.alpha, width, height),
      rowsHalf: opacitySpans(layer.alphaHalf, width / 2, height / 2),
    })
  }
  return loaded
}

/** Merges the neighbouring layers with the smallest difference in depth until at most `maxLayers` are left. */
function mergedLayers(layers: readonly DrawnLayer[]): DrawnLayer[][] {
  const groups = layers.map((layer) => [layer])
  while (groups.length > maxLayers) {
    const gaps = groups.slice(1).map((group, at) => (group[0]?.depth ?? 0) - (groups[at]?.at(-1)?.depth ?? 0))
    const at = gaps.indexOf(Math.min(...gaps))
    groups.splice(at, 2, [...(groups[at] ?? []), ...(groups[at + 1] ?? [])])
  }
  return groups
}
