// SPDX-License-Identifier: MIT
// Builds element.js of the npm package (package/element.ts) into element/.  It imports boneyard.js beside it.
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2022', outDir: 'element', sourcemap: false, minify: false, copyPublicDir: false,
    lib: { entry: 'package/element.ts', formats: ['es'], fileName: () => 'element.js' },
  },
  plugins: [{
    name: 'beside', enforce: 'pre',
    resolveId(id) { return id.endsWith('/generated/boneyard') ? { id: './boneyard.js', external: true } : null; },
  }],
});
