// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @title A token for tests that departs from ERC-20 in the way it is told to.
contract QuirkyToken is TestToken {
    /// @notice How the token departs.
    enum Behaviour {
        Honest,
        RefusesPulls,
        RefusesSends,
        OnlySaysSo,
        ChargesSender,
        ChargesReceiver,
        CallsBack
    }

    Behaviour public behaviour;
    address private _target;
    bytes private _data;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {}

    /// @notice Chooses what the token does from now on. Open to everyone.
    function behave(Behaviour behaviour_) external {
        behaviour = behaviour_;
    }

    /// @notice `target` is called with `data` once, in the next transferFrom, when the token calls back; when it charges
    /// receivers, `target` is the one that it does not charge.
    function aim(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (behaviour == Behaviour.RefusesPulls) return false;
        if (behaviour == Behaviour.OnlySaysSo) return true;
        if (behaviour == Behaviour.CallsBack) callBack();
        super.transferFrom(from, to, value);
        if (behaviour == Behaviour.ChargesSender) _burn(from, value / 100);
        if (behaviour == Behaviour.ChargesReceiver && to != _target) _burn(to, value / 100);
        return true;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (behaviour == Behaviour.RefusesSends) return false;
        return super.transfer(to, value);
    }

    function callBack() private {
        if (_data.length == 0) return;
        bytes memory data = _data;
        delete _data;
        (bool succeeded, bytes memory answer) = _target.call(data);
        if (succeeded) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}
