// SPDX-License-Identifier: MIT
// Everything inside the page's place: the current screen below the lines that any screen may need.
import { App, Guard, type Tools } from './screens/app';
import { TroubleLine } from './screens/trouble';
import { UpdateLine } from './screens/update';

export const Page = ({ tools }: { tools: Tools | null }) => <Guard><TroubleLine /><UpdateLine /><App tools={tools} /></Guard>;
