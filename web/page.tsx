// SPDX-License-Identifier: MIT
// Everything inside the page's place: the current screen below the lines that any screen may need.
import { above, App, Guard, type Tools } from './screens/app';
import { TroubleLine } from './screens/trouble';
import { UpdateLine } from './screens/update';
import { useStore } from './screens/use';

function Above() {
  const shown = useStore(above);
  return shown && <shown.Part />;
}

export const Page = ({ tools }: { tools: Tools | null }) => <Guard><TroubleLine /><UpdateLine /><Above /><App tools={tools} /></Guard>;
