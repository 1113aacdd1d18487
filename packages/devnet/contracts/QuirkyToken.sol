// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @title A token for tests with a configurable deviation from ERC-20.
contract QuirkyToken is TestToken {
    /// @notice The token's deviation.
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

    /// @notice Sets the token's behaviour from now on. Open to every account.
    function behave(Behaviour behaviour_) external {
        behaviour = behaviour_;
    }

    /// @notice With `CallsBack`, the next transferFrom calls `target` with `data` once. With `ChargesReceiver`, `target` pays no fee.
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
