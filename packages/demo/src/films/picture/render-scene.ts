import { cameraAt, viewportOf } from './camera.ts'
import type { SceneScript } from '../film-script.ts'
import type { YuvImage } from './yuv-image.ts'
import { composite, type Viewport } from './composite.ts'
import type { SceneLayer } from './scene-layers.ts'

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength >> 2)

const halfOf = ({ x, y, width, height }: Viewport): Viewport => ({
  x: x / 2,
  y: y / 2,
  width: width / 2,
  height: height / 2,
})

/** Renders a scene as the camera sees it. @param share progress of the camera, 0 to 1 */
export function renderScene(layers: readonly SceneLayer[], scene: SceneScript, share: number, frame: YuvImage): void {
  const camera = cameraAt(scene.from, scene.to, share)
  const visible = layers.map((layer) => ({ layer, view: viewportOf(camera, layer.depth, layer) }))
  const { width, height } = frame
  composite(
    visible.map(({ layer, view }) => ({
      view,
      source: { ...layer, words: wordsOf(layer.luma), alphaWords: wordsOf(layer.alpha) },
    })),
    { samples: frame.luma, width, height },
  )
  for (const colour of ['blue', 'red'] as const) {
    composite(
      visible.map(({ layer, view }) => ({
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
