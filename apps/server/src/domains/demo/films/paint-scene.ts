import { aimAt, viewOf } from './camera-rules.ts'
import type { SceneScript } from './film-script.ts'
import type { Planes } from './planes.ts'
import { compose, type View } from './resample.ts'
import type { SceneLayer } from './scene-layers.ts'

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength >> 2)

const halfOf = ({ x, y, width, height }: View): View => ({ x: x / 2, y: y / 2, width: width / 2, height: height / 2 })

/** Paints a scene as the camera sees it after `share` (0 to 1) of its way. */
export function paintScene(layers: readonly SceneLayer[], scene: SceneScript, share: number, frame: Planes): void {
  const aim = aimAt(scene.from, scene.to, share)
  const seen = layers.map((layer) => ({ layer, view: viewOf(aim, layer.depth, layer) }))
  const { width, height } = frame
  compose(
    seen.map(({ layer, view }) => ({
      view,
      source: { ...layer, words: wordsOf(layer.luma), alphaWords: wordsOf(layer.alpha) },
    })),
    { samples: frame.luma, width, height },
  )
  for (const colour of ['blue', 'red'] as const) {
    compose(
      seen.map(({ layer, view }) => ({
        view: halfOf(view),
        source: {
          words: wordsOf(layer[colour]),
          alphaWords: wordsOf(layer.alphaHalf),
          rows: layer.rowsHalf,
          width: layer.width / 2,
          height: layer.height / 2,
        },
      })),
      { samples: frame[colour], width: width / 2, height: height / 2 },
    )
  }
}
